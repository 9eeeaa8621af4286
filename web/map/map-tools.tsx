// The map tools at the top right: overlays, basemaps, layers with a button, measuring, drawing, saved parcels.
import { Bookmark, Layers, Map as MapIcon, Pencil, Ruler } from 'lucide-react';
import { lazy, useState } from 'react';
import { isShown, type LayerRow, layerRows, switchLayer } from '../layer-table.ts';
import { type Panel, useMapStore } from '../map-store.ts';
import { type OpenTool, toggledTool } from '../pointer-owner.ts';
import { usePreferences } from '../preferences.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { LoadedLater } from '../ui/error-boundary.tsx';
import type { ChangeStyle } from './style-switch.ts';

const importPicker = () => import('./basemap-picker.tsx');
const BasemapPicker = lazy(async () => ({ default: (await importPicker()).BasemapPicker }));

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
const open = (panel: Panel) => () => useMapStore.setState({ panel });
const toggle = (pressed: OpenTool) => () =>
  useMapStore.setState(({ tool }) => ({ tool: toggledTool(tool, pressed) }));

type MapToolsProps = { changeStyle: ChangeStyle; isSignedIn: boolean };

export function MapTools({ changeStyle, isSignedIn }: MapToolsProps) {
  const panel = useMapStore((state) => state.panel);
  const layers = useMapStore((state) => state.layers);
  const tool = useMapStore((state) => state.tool);
  // The tooltip of contour lines names their interval.
  usePreferences(({ contourFeet }) => contourFeet);
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
      <BasemapTool onChoose={changeStyle} />
      {layerRows(layers).map((row) => (
        <LayerTool key={row.id} row={row} />
      ))}
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

function LayerTool({ row }: { row: LayerRow }) {
  const isOn = useMapStore((state) => isShown(row, state));
  if (!row.toggle?.button) return null;
  const { icon: Icon, tooltip } = row.toggle.button;
  return (
    <ControlButton
      name={row.toggle.label}
      tooltip={tooltip}
      aria-pressed={isOn}
      onPress={() => switchLayer(row.id, !isOn)}
    >
      <Icon {...icon} />
    </ControlButton>
  );
}

/** Lazy loading: the picker's chunk is prefetched on hover and mounted at the first press. */
function BasemapTool({ onChoose }: { onChoose: ChangeStyle }) {
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
    <LoadedLater meanwhile={button}>
      <BasemapPicker onChoose={onChoose}>{mapIcon}</BasemapPicker>
    </LoadedLater>
  );
}
