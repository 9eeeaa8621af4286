// A short message that stays until it is closed. The parent places it, and makes it a live region.
import { CloseButton } from './control-button.tsx';

export function Toast({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <div className="panel pointer-events-auto flex items-center gap-2 py-1 pr-1 pl-4">
      <p className="text-sm font-semibold wrap-anywhere">{text}</p>
      <CloseButton onPress={onClose} />
    </div>
  );
}
