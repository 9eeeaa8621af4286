// The way out, with the name of whoever it is for.
import { useAccount } from './use-account.ts';

export function LogOutButton() {
  const { label, leaving, logOut } = useAccount();
  return (
    <button
      type="button"
      onClick={logOut}
      disabled={leaving}
      className="panel pointer-events-auto flex min-h-10 min-w-0 items-center gap-2 px-3 text-sm hover:bg-hover"
    >
      <span className="truncate text-ink-soft max-sm:sr-only">{label}</span>
      <span className="font-semibold whitespace-nowrap">Log out</span>
    </button>
  );
}
