// The whole application: the routes, and who may see each page.
import { BrowserRouter, Route, Routes } from 'react-router';
import { messages } from '../contract/messages.ts';
import { MapPage } from './map-page.tsx';
import { AuthenticatePage } from './session/authenticate-page.tsx';
import { LoginPage } from './session/login-page.tsx';
import { SessionGate, SessionLoading, SessionProvider } from './session/session-gate.tsx';
import { isStorageBlocked } from './session/stored-session.ts';
import { Notice } from './ui/notice.tsx';
import { useClientConfig } from './use-client-config.ts';

export function App() {
  const { state, retry, refresh } = useClientConfig();
  if (isStorageBlocked())
    return (
      <Notice
        isPage
        title={messages.browserKeepsNothing}
        details={[messages.browserHowToKeep]}
        action={{ label: 'Try Again', run: () => location.reload() }}
      />
    );
  if (state.status === 'failed')
    return (
      <Notice
        isPage
        title={navigator.onLine ? messages.serverUnreachable : messages.offline}
        action={{ label: 'Try Again', run: retry }}
      />
    );
  if (state.status === 'loading') return <SessionLoading />;

  const { config } = state;
  const login = (
    <SessionGate admits="signed-out" otherwise="/">
      <LoginPage productName={config.productName} auth={config.auth} />
    </SessionGate>
  );
  const map = (
    <SessionGate admits="signed-in" otherwise="/login">
      <MapPage config={config} reloadConfig={retry} refreshConfig={refresh} />
    </SessionGate>
  );
  return (
    <SessionProvider auth={config.auth}>
      <BrowserRouter>
        <Routes>
          <Route path="/login" element={login} />
          <Route path="/authenticate" element={<AuthenticatePage />} />
          <Route path="*" element={map} />
        </Routes>
      </BrowserRouter>
    </SessionProvider>
  );
}
