// Asks which county a link means, where several have its PIN.
import { pinLabel } from '../../contract/parcel-pin.ts';
import { useMapStore } from '../map-store.ts';
import { Modal } from '../ui/modal.tsx';
import { openParcel } from './select-parcel.ts';

const close = () => useMapStore.setState({ panel: 'none' });

function open(pin: string): void {
  close();
  void openParcel(pin);
}

export function ChooseCounty() {
  const isOpen = useMapStore(({ panel }) => panel === 'which-county');
  const parcels = useMapStore(({ sharedPin }) => sharedPin);
  return (
    <Modal title="Which county?" isOpen={isOpen} onClose={close}>
      <p className="text-sm wrap-anywhere">
        {parcels.length} counties have a parcel {parcels[0] && pinLabel(parcels[0].pin)}, and this link does
        not say which one it means.
      </p>
      <ul className="grid gap-2">
        {parcels.map(({ pin, source, name, site_address }) => (
          <li key={pin}>
            <button
              type="button"
              onClick={() => open(pin)}
              className="button-quiet grid w-full justify-items-start text-left wrap-anywhere"
            >
              <span>{source}</span>
              <span className="text-xs font-normal text-ink-soft">{site_address || name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
