// What the saved sheet shows: the list, or why there is none. It asks the server whenever it appears.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messages } from '../../contract/messages.ts';
import { NotSignedIn } from './call-signed-in.ts';
import { EmptyList } from './empty-list.tsx';
import { modeOf, type RowModes } from './row-modes.ts';
import { askListAnew, LIST_KEY } from './saved-parcels-cache.ts';
import { type RowActions, SavedRow } from './saved-row.tsx';
import { useSavedParcels } from './use-saved-parcels.ts';

export function SavedSheetContent({ modes, actions }: { modes: RowModes; actions: RowActions }) {
  useNewAnswer();
  const { list, failure, isFetching, fetchAgain } = useSavedParcels();
  if (!list && isFetching) return <Skeleton />;
  return (
    <div className="mx-auto max-w-3xl">
      {failure && <LoadFailure failure={failure} onTryAgain={fetchAgain} />}
      {list?.length === 0 && <EmptyList />}
      {list && list.length > 0 && (
        <ul className="divide-y divide-hairline">
          {list.map((parcel) => (
            <SavedRow
              key={parcel.id}
              parcel={parcel}
              mode={modeOf(modes, parcel.id)}
              draft={modes.drafts[parcel.id]}
              actions={actions}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Where the list was asked for before the sheet appeared, and is not there yet. */
function useNewAnswer(): void {
  const client = useQueryClient();
  const [isOlderUnderWay] = useState(() => client.isFetching({ queryKey: LIST_KEY }) > 0);
  useEffect(() => {
    if (isOlderUnderWay) askListAnew(client);
  }, [client, isOlderUnderWay]);
}

function LoadFailure({ failure, onTryAgain }: { failure: Error; onTryAgain: () => void }) {
  const isSignedOut = failure instanceof NotSignedIn;
  return (
    <div role="alert" className="grid justify-items-start gap-3 p-4 text-sm">
      <p className="text-danger">{isSignedOut ? messages.savedListSignedOut : messages.savedListFailed}</p>
      {!isSignedOut && (
        <button type="button" onClick={onTryAgain} className="button-accent">
          Try Again
        </button>
      )}
    </div>
  );
}

const PLACEHOLDER_ROWS = ['first', 'second', 'third'];

function Skeleton() {
  return (
    <div role="status" className="mx-auto max-w-3xl">
      <span className="sr-only">Loading saved parcels...</span>
      {PLACEHOLDER_ROWS.map((row) => (
        <div key={row} className="grid animate-pulse gap-2 p-4 motion-reduce:animate-none">
          <div className="h-4 w-48 rounded bg-hover" />
          <div className="h-3 w-64 max-w-full rounded bg-hover" />
          <div className="h-3 w-32 rounded bg-hover" />
        </div>
      ))}
    </div>
  );
}
