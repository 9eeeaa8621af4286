// What one can lay over the map or open beside it, in one group at the top right.
import { Bookmark, Layers, Mountain, Pencil, Ruler } from 'lucide-react';
import { type Panel, useMapStore } from '../map-store.ts';
import { type OpenTool, toggledTool } from '../pointer-owner.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { BasemapTool } from './basemap-tool.tsx';
import type { ChangeStyle } from './style-switch.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
const open = (panel: Panel) => () => useMapStore.setState({ panel });
const toggle = (pressed: OpenTool) => () =>
  useMapStore.setState(({ tool }) => ({ tool: toggledTool(tool, pressed) }));

export function MapTools({ changeStyle, isSignedIn }: { changeStyle: ChangeStyle; isSignedIn: boolean }) {
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
      <BasemapTool onChoose={changeStyle} />
      <ControlButton
        name="Contour lines"
        aria-pressed={showsContours}
        onPress={() => useMapStore.setState({ showsContours: !showsContours })}
      >
        <Mountain {...icon} />
      </ControlButton>
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
