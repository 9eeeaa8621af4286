// Letters to the owners of a set: how many that makes, who is left out and why, and the labels as a file.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatFilter } from '../../contract/cql2/format-filter.ts';
import { parseFilter } from '../../contract/cql2/parse-filter.ts';
import { noticesAnswer } from '../../contract/letters.ts';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
import { callServer } from '../call-server.ts';
import { type OpenedSet, useMapStore } from '../map-store.ts';
import type { WantedFile } from '../save-target.ts';
import { parcelsInWords } from '../set-words.ts';
import { Modal } from '../ui/modal.tsx';

type LabelsDownload = { file: WantedFile; path: string; body: object };
type LabelsDialogProps = {
  set: OpenedSet;
  isOpen: boolean;
  onClose: () => void;
  onDownload: (wanted: LabelsDownload) => void;
};

const PDF = { fileEnding: 'pdf', mimeType: 'application/pdf' };
const FORMATS = [
  { id: '5160', name: 'Avery 5160, 30 a sheet', ...PDF },
  { id: '5163', name: 'Avery 5163, 10 a sheet', ...PDF },
  { id: 'csv', name: 'CSV for mail merge', fileEnding: 'csv', mimeType: 'text/csv' },
] as const;

export function LabelsDialog({ set, isOpen, onClose, onDownload }: LabelsDialogProps) {
  const [mergesAddresses, setMergesAddresses] = useState(false);
  const [leavesOutOwn, setLeavesOutOwn] = useState(true);
  const [format, setFormat] = useState<(typeof FORMATS)[number]['id']>('5160');
  // Other parcels, other counts.
  const version = useMapStore(({ parcelVersion }) => parcelVersion);
  const own = useMemo(() => landInTheMiddle(set.filter), [set.filter]);
  const named = {
    filter: set.filter,
    merge: mergesAddresses ? 'mailing' : 'owner',
    ...(leavesOutOwn && own !== undefined && { own: formatFilter(withUnits(own)) }),
  };
  const notices = useQuery({
    queryKey: ['notices', version, named],
    queryFn: async ({ signal }) =>
      noticesAnswer.parse(
        await callServer({
          kind: 'set',
          method: 'POST',
          path: '/api/notices',
          body: { ...named, limit: 0 },
          signal,
        }),
      ),
    enabled: isOpen,
  });
  const { data, error } = notices;
  const file = FORMATS.find(({ id }) => id === format)!;
  return (
    <Modal title="Labels" hasCloseButton isOpen={isOpen} onClose={onClose}>
      <form
        className="grid gap-3 text-sm accent-accent"
        onSubmit={(event) => {
          event.preventDefault();
          onDownload({
            file: { ...file, title: `Labels, ${set.title}` },
            path: '/api/labels',
            body: { ...named, format },
          });
        }}
      >
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-semibold">Print on</legend>
          {FORMATS.map(({ id, name }) => (
            <label key={id} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
              <input type="radio" name="format" checked={format === id} onChange={() => setFormat(id)} />
              {name}
            </label>
          ))}
        </fieldset>
        <div className="grid gap-1">
          <label className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={mergesAddresses}
              onChange={({ target }) => setMergesAddresses(target.checked)}
            />
            One letter for each mailing address
          </label>
          {own !== undefined && (
            <label className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={leavesOutOwn}
                onChange={({ target }) => setLeavesOutOwn(target.checked)}
              />
              {pinOf(own) === undefined
                ? 'Leave out the owners of the parcels in the middle'
                : 'Leave out the owner of the parcel itself'}
            </label>
          )}
        </div>
        <div role="status">
          {error && <p className="text-danger">{error.message}</p>}
          {!error && !data && <p className="text-ink-soft">Counting letters…</p>}
          {data && (
            <>
              <p className="font-semibold">
                {data.count.toLocaleString('en-US')} {data.count === 1 ? 'letter' : 'letters'} for{' '}
                {parcelsInWords(data.parcels)}
              </p>
              <ul className="mt-1 text-ink-soft">
                {data.left_out
                  .filter(({ count }) => count > 0)
                  .map(({ reason, text, count }) => (
                    <li key={reason}>
                      {count.toLocaleString('en-US')} without a letter of their own: {text}
                    </li>
                  ))}
              </ul>
            </>
          )}
        </div>
        <button type="submit" className="button-accent" disabled={!data || data.count === 0}>
          Download
        </button>
      </form>
    </Modal>
  );
}

/** Of a set of neighbors: what they are neighbors of. */
function landInTheMiddle(text: string): ParcelFilter | undefined {
  const parsed = parseFilter(text);
  if ('error' in parsed) return undefined;
  const parts = parsed.filter.op === 'and' ? parsed.filter.of : [parsed.filter];
  return parts.flatMap((part) => (part.op === 'near' ? [part.of] : []))[0];
}

const pinOf = (filter: ParcelFilter) =>
  filter.op === 'compare' && filter.field === 'pin' && filter.is === '=' ? String(filter.value) : undefined;

/** A lot may be nobody's, and each of its units somebody's. */
function withUnits(filter: ParcelFilter): ParcelFilter {
  const pin = pinOf(filter);
  if (pin === undefined) return filter;
  return { op: 'or', of: [filter, { op: 'compare', field: 'lot', is: '=', value: pin }] };
}
