// The map sheet with what its dialog needs from other features: the map's picture and credits, and somebody's drawings.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { lazy, useState } from 'react';
import type { ClientConfig } from '../contract/client-config.ts';
import { drawingsOnPaper } from './draw/drawings-on-paper.ts';
import { useDrawings } from './draw/drawings-store.ts';
import { creditsOf, creditsWithout } from './map-credits.ts';
import { useMapStore } from './map-store.ts';
import { closeMapSheet } from './open-map-sheet.ts';
import { LoadedLater } from './ui/error-boundary.tsx';

const LazyDialog = lazy(async () => ({
  default: (await import('./paper/map-sheet-dialog.tsx')).MapSheetDialog,
}));

type MapSheetProps = { map: MapLibreMap; settings: Pick<ClientConfig, 'maps' | 'parcelCredit'> };

/** Its code is loaded with the first sheet. It stays, so that closing can be animated. */
export function MapSheet({ map, settings: { maps, parcelCredit } }: MapSheetProps) {
  const subject = useMapStore(({ mapSheet }) => mapSheet);
  const [last, setLast] = useState(subject);
  if (subject && subject !== last) setLast(subject);
  const drawings = useDrawings(({ history }) => history.present);
  if (!last) return null;
  return (
    <LoadedLater>
      <LazyDialog
        subject={last}
        isOpen={subject !== undefined}
        onClose={closeMapSheet}
        takePicture={async (wanted) =>
          (await import('./map/take-sheet-picture.ts')).takeSheetPicture(maps, wanted)
        }
        credits={() => creditsWithout(creditsOf(map.getContainer()), parcelCredit)}
        drawingsOn={(land) => drawingsOnPaper(drawings, land)}
        hasDrawings={drawings.length > 0}
      />
    </LoadedLater>
  );
}
