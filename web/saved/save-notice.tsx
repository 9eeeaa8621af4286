// Words about a save whose modal has gone. They stay until they are closed or another parcel is selected.
import { CloseButton } from '../ui/control-button.tsx';
import { tellSave, useSaveStore } from './save-store.ts';

export function SaveNotice() {
  const notice = useSaveStore((state) => (state.status === 'closed' ? state.notice : undefined));
  if (!notice) return;
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-[max(20px,env(safe-area-inset-bottom))] z-30 flex justify-center">
      <div role="alert" className="panel pointer-events-auto flex items-center gap-2 py-1 pr-1 pl-4">
        <p className="text-sm font-semibold wrap-anywhere">{notice}</p>
        <CloseButton onPress={() => tellSave({ type: 'dismissed' })} />
      </div>
    </div>
  );
}
