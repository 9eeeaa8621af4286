// The button that opens the side menu. In a file of its own, because the menu is lazy-loaded.
import { Menu } from 'lucide-react';
import { useMapStore } from '../map-store.ts';
import { ControlButton } from '../ui/control-button.tsx';

export function MenuButton() {
  const isOpen = useMapStore(({ panel }) => panel === 'menu');
  return (
    <ControlButton
      name="Menu"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPress={() => useMapStore.setState({ panel: 'menu' })}
    >
      <Menu size={20} strokeWidth={2} aria-hidden="true" />
    </ControlButton>
  );
}
