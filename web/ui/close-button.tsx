// The cross in the corner of whatever opens over the map.
import { X } from 'lucide-react';
import { ControlButton } from './control-button.tsx';

export function CloseButton({ onPress }: { onPress: () => void }) {
  return (
    <ControlButton name="Close" onPress={onPress}>
      <X size={20} strokeWidth={2} aria-hidden="true" />
    </ControlButton>
  );
}
