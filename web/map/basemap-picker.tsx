// The menu of basemaps.
import './basemap-picker.css';
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMapStore } from '../map-store.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { MenuRoot } from '../ui/menu-root.tsx';
import { overlayRoot } from '../ui/overlay-root.tsx';
import { offeredStyles } from './map-offers.ts';
import type { ChangeStyle } from './style-switch.ts';

type BasemapPickerProps = { onChoose: ChangeStyle; children: ReactNode };

/** Mounted by the first press of its button, so it starts open. */
export function BasemapPicker({ onChoose, children }: BasemapPickerProps) {
  const layers = useMapStore((state) => state.layers);
  const styleId = useMapStore((state) => state.styleId);
  const scheme = useMapStore((state) => state.basemapScheme);
  const choose = (id: string) => {
    // A notice tells which basemap is shown instead of another: with a choice it is out of date.
    useMapStore.setState({ mapNotice: undefined });
    onChoose(id);
  };
  return (
    <MenuRoot startsOpen>
      <DropdownMenu.Trigger asChild>
        <ControlButton name="Basemaps">{children}</ControlButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={overlayRoot()}>
        <DropdownMenu.Content
          aria-label="Basemaps"
          side="left"
          align="start"
          sideOffset={10}
          alignOffset={8}
          collisionPadding={12}
          className="panel basemap-list"
        >
          <DropdownMenu.RadioGroup value={styleId} onValueChange={choose}>
            {offeredStyles(layers, scheme).map(({ id, name }) => (
              <DropdownMenu.RadioItem key={id} value={id} className="basemap-choice">
                <span className="basemap-swatch" data-style={id} />
                {name}
                <DropdownMenu.ItemIndicator className="ml-auto">
                  <Check size={16} strokeWidth={2} aria-hidden="true" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </MenuRoot>
  );
}
