// The notebook: saved parcels and drawings in one sheet, each from its own feature.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useNotebookDrawings } from './draw/use-notebook-drawings.ts';
import { openUnlessTool } from './parcel/select-parcel.ts';
import { SavedParcelsSheet } from './saved/saved-parcels-sheet.tsx';

export function Notebook({ map }: { map: MapLibreMap | undefined }) {
  return <SavedParcelsSheet map={map} onOpen={openUnlessTool} drawings={useNotebookDrawings(map)} />;
}
