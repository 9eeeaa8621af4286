// Asks which county a link means, where several have its PIN.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { useMapStore } from '../map-store.ts';
import { Modal } from '../ui/modal.tsx';
import { frameParcel } from './panel-clearance.ts';
import { openParcel } from './select-parcel.ts';

const close = () => useMapStore.setState({ panel: 'none' });

async function open(pin: string, map: MapLibreMap | undefined): Promise<void> {
  close();
  const isOpen = openParcel(pin);
  // As for any link: the parcel is brought into view, and the panel does not move it.
  useMapStore.setState({ viewIsLinked: true });
  await isOpen;
  const { selection } = useMapStore.getState();
  if (map && selection.status === 'loaded') frameParcel(map, selection);
}

export function ChooseCounty({ map }: { map: MapLibreMap | undefined }) {
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
              onClick={() => open(pin, map)}
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
