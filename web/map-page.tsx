// What signed-in people see: the map, and the frame that floats over it.
import { lazy, Suspense } from 'react';
import type { ClientConfig } from '../contract/client-config.ts';
import { LogOutButton } from './session/log-out-button.tsx';
import { wasSignedIn } from './session/stored-session.ts';
import { useCheckSession } from './session/use-check-session.ts';
import { Masthead } from './ui/masthead.tsx';
import { Notice } from './ui/notice.tsx';

const importMap = () => import('./map/map-view.tsx');
const MapView = lazy(async () => ({ default: (await importMap()).MapView }));

// Asked for at once where it will be needed, so that the map library travels while the session is looked into.
// Should it fail, the component asks again and says so.
if (wasSignedIn() || location.pathname === '/authenticate') importMap().catch(() => {});

type MapPageProps = { config: ClientConfig; reloadConfig: () => void };

export function MapPage({ config, reloadConfig }: MapPageProps) {
  const checkSession = useCheckSession();
  return (
    <main className="relative h-dvh overflow-hidden bg-map-paper">
      <Suspense fallback={<Notice title="Opening the map…" />}>
        <MapView
          parcelSource={config.parcelSource ?? undefined}
          reloadConfig={reloadConfig}
          onRefused={checkSession}
        />
      </Suspense>
      <div className="safe-top pointer-events-none absolute z-10 flex items-start justify-between gap-3">
        <Masthead name={config.productName} source={config.parcelSource ?? undefined} />
        <LogOutButton />
      </div>
    </main>
  );
}
