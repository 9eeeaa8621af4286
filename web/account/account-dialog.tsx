// One's own account: where one is signed in, signing out elsewhere, one's data as a file, and deleting the account.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account } from '../../contract/account.ts';
import { messages } from '../../contract/messages.ts';
import { useMapStore } from '../map-store.ts';
import { Modal } from '../ui/modal.tsx';
import { downloadData, fetchAccount } from './account-calls.ts';
import { DeleteAccount } from './delete-account.tsx';
import { Problem, Section } from './section.tsx';
import { SignedInPlaces } from './signed-in-places.tsx';
import { dayInWords } from './time-in-words.ts';

export const ACCOUNT_KEY = ['account'];

const close = () => useMapStore.setState({ panel: 'none' });

type AccountDialogProps = {
  /** The address as the provider's client knows it, for an account whose address the server does not know. */
  label: string;
  /** Runs once the account is deleted. */
  onDeleted: () => Promise<void>;
};

export function AccountDialog(props: AccountDialogProps) {
  const isOpen = useMapStore(({ panel }) => panel === 'account');
  return (
    <Modal title="Your Account" isOpen={isOpen} onClose={close}>
      <AccountContent {...props} />
      <div className="flex justify-end">
        <button type="button" onClick={close} className="button-quiet">
          Close
        </button>
      </div>
    </Modal>
  );
}

/** Mounts when the dialog opens, which is when the account is fetched. */
function AccountContent({ label, onDeleted }: AccountDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ACCOUNT_KEY,
    queryFn: fetchAccount,
    refetchOnMount: 'always',
  });
  if (data) return <AccountSections account={data} label={label} onDeleted={onDeleted} />;
  if (!error || isFetching) return <Loading />;
  return (
    <div role="alert" className="grid justify-items-start gap-3 text-sm">
      <p className="text-danger">{messages.accountFailed}</p>
      <button type="button" onClick={() => refetch()} className="button-accent">
        Try Again
      </button>
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="grid animate-pulse gap-3 motion-reduce:animate-none">
      <span className="sr-only">Loading your account...</span>
      <div className="h-4 w-48 max-w-full rounded bg-hover" />
      <div className="h-3 w-32 rounded bg-hover" />
      <div className="h-12 rounded bg-hover" />
    </div>
  );
}

function AccountSections({ account, label, onDeleted }: AccountDialogProps & { account: Account }) {
  const queries = useQueryClient();
  const { address, created_at, sessions } = account;
  return (
    <div className="grid gap-5 text-sm">
      <div>
        <p className="text-base font-semibold wrap-anywhere">{address ?? label}</p>
        <p className="text-ink-soft">Here since {dayInWords(created_at)}</p>
      </div>
      {sessions && (
        <SignedInPlaces
          sessions={sessions}
          onChanged={() => queries.invalidateQueries({ queryKey: ACCOUNT_KEY })}
        />
      )}
      <YourData />
      <DeleteAccount address={address} onDeleted={onDeleted} />
    </div>
  );
}

function YourData() {
  const download = useMutation({ mutationFn: downloadData });
  return (
    <Section title="Your data">
      <p className="text-ink-soft">
        Your account, your saved parcels with their notes, your drawings and your settings, as a JSON file.
      </p>
      <button
        type="button"
        disabled={download.isPending}
        onClick={() => download.mutate()}
        className="button-quiet justify-self-start"
      >
        {download.isPending ? 'Preparing...' : 'Download My Data'}
      </button>
      <Problem error={download.error} />
    </Section>
  );
}
