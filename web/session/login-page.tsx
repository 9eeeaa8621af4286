// /login: the login card over a faded street map.
import './login.css';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { messages } from '../../contract/messages.ts';
import mark from '../ui/mark.svg';
import { LoginForm } from './login-form.tsx';
import { loginHint, signInObstacle } from './login-messages.ts';
import { ProviderIcons } from './provider-icons.tsx';
import type { AuthConfig } from './session-client.ts';
import { type SignIn, useSignIn } from './use-sign-in.ts';

/** Only who has asked for a mail needs it. */
const CodeForm = lazy(async () => ({ default: (await import('./code-form.tsx')).CodeForm }));

type LoginPageProps = { productName: string; auth: AuthConfig };

export function LoginPage({ productName, auth }: LoginPageProps) {
  const hint = loginHint(useLocation(), auth.mailSignIn !== false);
  return (
    <main className="relative grid min-h-dvh place-items-center overflow-hidden bg-page p-4">
      <div className="street-map" />
      <section className="panel relative grid w-full max-w-sm gap-6 p-6 sm:p-8">
        <header className="grid justify-items-center gap-2 text-center">
          <img src={mark} alt="" className="size-14" />
          <h1 className="text-2xl font-semibold tracking-tight">{productName}</h1>
          <p className="text-sm text-ink-soft">An atlas of who owns which land.</p>
        </header>
        <SignInHere auth={auth} hint={hint} />
      </section>
    </main>
  );
}

type SignInProps = { auth: AuthConfig; hint: string | undefined };

function SignInHere({ auth, hint }: SignInProps) {
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
  return <SignInChoices auth={auth} hint={hint} />;
}

function SignInChoices({ auth, hint }: SignInProps) {
  const signIn = useSignIn(auth);
  return (
    <>
      {auth.mailSignIn === false ? (
        <WithoutLinks signIn={signIn} hint={hint} />
      ) : (
        <>
          <LoginForm auth={auth} signIn={signIn} hint={hint} />
          {signIn.methodId !== undefined && (
            <Suspense>
              <CodeForm key={signIn.methodId} methodId={signIn.methodId} />
            </Suspense>
          )}
          <div className="or-rule">or</div>
        </>
      )}
      <ProviderIcons live={auth.oauthProviders ?? []} onChoose={signIn.goTo} />
    </>
  );
}

function WithoutLinks({ signIn, hint }: { signIn: SignIn; hint: string | undefined }) {
  return (
    <div className="grid gap-3 text-center text-sm">
      {hint && <p className="rounded-lg bg-hover px-3 py-2 text-ink-soft">{hint}</p>}
      <p>{messages.mailSignInOff}</p>
      <div role="status">
        {signIn.state === 'failed' && <p className="text-danger">{messages.signInFailed}</p>}
      </div>
    </div>
  );
}
