// The page of signed-in users. Lazy loading: the map screen is a chunk of its own, so the login page does not load it.
import { type ComponentProps, lazy, Suspense } from 'react';
import { isProbablySignedIn } from './session/stored-session.ts';
import { useAccount } from './session/use-account.ts';
import { LoadingScreen, Notice } from './ui/notice.tsx';
import { OverlayRoot } from './ui/overlay-root.tsx';

const importScreen = () => import('./map-screen.tsx');
const MapScreen = lazy(async () => ({ default: (await importScreen()).MapScreen }));

// Prefetch: both chunks load while the session is being checked. A failure here is ignored: the component that needs
// the chunk imports it again and shows the error.
if (isProbablySignedIn() || location.pathname === '/authenticate') {
  importScreen().catch(() => {});
  import('./map/create-map.ts').catch(() => {});
}

export function MapPage(screen: Omit<ComponentProps<typeof MapScreen>, 'account'>) {
  const account = useAccount({ canEndLater: screen.config.auth.apiUrl !== null });
  if (account.isLeaving) return <LoadingScreen title="Logging out…" />;
  return (
    <main className="relative h-dvh overflow-clip bg-map-paper">
      <Suspense fallback={<Notice title="Opening the map…" />}>
        <MapScreen {...screen} account={account} />
      </Suspense>
      <OverlayRoot />
    </main>
  );
}
