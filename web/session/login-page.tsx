// /login: a card over a faded sheet of the demo county.
import './login.css';
import { useLocation } from 'react-router';
import { messages } from '../../contract/messages.ts';
import mark from '../ui/mark.svg';
import { LoginForm } from './login-form.tsx';
import { loginHint } from './login-hint.ts';
import { ProviderIcons } from './provider-icons.tsx';
import type { AuthConfig } from './session-client.ts';
import { signInObstacle } from './sign-in-obstacle.ts';

type LoginPageProps = { productName: string; auth: AuthConfig };

export function LoginPage({ productName, auth }: LoginPageProps) {
  const hint = loginHint(useLocation());
  return (
    <main className="relative grid min-h-dvh place-items-center overflow-hidden bg-backdrop p-4">
      <div className="street-map" />
      <section className="panel relative grid w-full max-w-sm gap-6 p-6 sm:p-8">
        <header className="grid justify-items-center gap-2 text-center">
          <img src={mark} alt="" className="size-14" />
          <h1 className="text-2xl font-semibold tracking-tight">{productName}</h1>
          <p className="text-sm text-ink-soft">An atlas of who owns which land.</p>
        </header>
        <SignIn auth={auth} hint={hint} />
      </section>
    </main>
  );
}

function SignIn({ auth, hint }: { auth: AuthConfig; hint: string | undefined }) {
  const { origin } = location;
  const obstacle = signInObstacle({ origin, hasCrypto: 'subtle' in crypto, apiUrl: auth.apiUrl });
  if (obstacle === 'needs-https') return <p className="text-sm">{messages.signInNeedsHttps}</p>;
  if (obstacle === 'other-address')
    return (
      <p className="text-sm">
        {messages.signInElsewhere}{' '}
        <a href={`${auth.apiUrl}/login`} className="text-accent underline wrap-anywhere">
          {auth.apiUrl}
        </a>
      </p>
    );
  return (
    <>
      <LoginForm auth={auth} hint={hint} />
      <div className="or-rule">or</div>
      <ProviderIcons />
    </>
  );
}
