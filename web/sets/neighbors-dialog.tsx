// Neighbors of a whole set: asks how near, and opens them in place of the set.
import type { OpenedSet } from '../map-store.ts';
import { NeighborsForm } from '../neighbors-form.tsx';
import { Modal } from '../ui/modal.tsx';

type NeighborsDialogProps = { set: OpenedSet; isOpen: boolean; onClose: () => void };

export function NeighborsDialog({ set: { filter, title }, isOpen, onClose }: NeighborsDialogProps) {
  return (
    <Modal title="Neighbors of these parcels" hasCloseButton isOpen={isOpen} onClose={onClose}>
      <NeighborsForm of={filter} name={`“${title}”`} />
    </Modal>
  );
}
