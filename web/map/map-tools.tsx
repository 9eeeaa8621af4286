// The map tools at the top right: overlays, basemaps, contour lines, measuring, drawing, saved parcels.
import { Bookmark, Layers, Map as MapIcon, Mountain, Pencil, Ruler } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type Panel, useMapStore } from '../map-store.ts';
import { type OpenTool, toggledTool } from '../pointer-owner.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { MapOffers } from './map-offers.ts';
import type { ChangeStyle } from './style-switch.ts';

const importPicker = () => import('./basemap-picker.tsx');
const BasemapPicker = lazy(async () => ({ default: (await importPicker()).BasemapPicker }));

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
const open = (panel: Panel) => () => useMapStore.setState({ panel });
const toggle = (pressed: OpenTool) => () =>
  useMapStore.setState(({ tool }) => ({ tool: toggledTool(tool, pressed) }));

type MapToolsProps = {
  changeStyle: ChangeStyle;
  offers: MapOffers;
  /** Undefined where the interval of the contour lines changes with the zoom. */
  contourStepFeet: number | undefined;
  isSignedIn: boolean;
};

export function MapTools({ changeStyle, offers, contourStepFeet, isSignedIn }: MapToolsProps) {
  const panel = useMapStore((state) => state.panel);
  const showsContours = useMapStore((state) => state.showsContours);
  const tool = useMapStore((state) => state.tool);
  return (
    <section aria-label="Map tools" className="panel map-tools">
      <ControlButton
        name="Overlays"
        aria-haspopup="dialog"
        aria-expanded={panel === 'overlays'}
        onPress={open('overlays')}
      >
        <Layers {...icon} />
      </ControlButton>
      <BasemapTool offers={offers} onChoose={changeStyle} />
      {offers.contours && (
        <ControlButton
          name="Contour lines"
          tooltip={contourStepFeet === undefined ? undefined : `Contour lines, every ${contourStepFeet} ft`}
          aria-pressed={showsContours}
          onPress={() => useMapStore.setState({ showsContours: !showsContours })}
        >
          <Mountain {...icon} />
        </ControlButton>
      )}
      <ControlButton name="Measure tools" aria-pressed={tool === 'measure'} onPress={toggle('measure')}>
        <Ruler {...icon} />
      </ControlButton>
      <ControlButton name="Draw tools" aria-pressed={tool === 'draw'} onPress={toggle('draw')}>
        <Pencil {...icon} />
      </ControlButton>
      <ControlButton
        name="My saved parcels"
        aria-haspopup="dialog"
        aria-expanded={panel === 'saved-parcels'}
        disabled={!isSignedIn}
        onPress={open('saved-parcels')}
      >
        <Bookmark {...icon} />
      </ControlButton>
    </section>
  );
}

/** Lazy loading: the picker's chunk is prefetched on hover and mounted at the first press. */
function BasemapTool({ offers, onChoose }: { offers: MapOffers; onChoose: ChangeStyle }) {
  const [wasPressed, setWasPressed] = useState(false);
  const mapIcon = <MapIcon {...icon} />;
  const button = (
    <ControlButton
      name="Basemaps"
      aria-haspopup="menu"
      aria-expanded={wasPressed}
      onPointerEnter={() => importPicker().catch(() => {})}
      onPress={() => setWasPressed(true)}
    >
      {mapIcon}
    </ControlButton>
  );
  if (!wasPressed) return button;
  return (
    <ErrorBoundary>
      <Suspense fallback={button}>
        <BasemapPicker offers={offers} onChoose={onChoose}>
          {mapIcon}
        </BasemapPicker>
      </Suspense>
    </ErrorBoundary>
  );
}
