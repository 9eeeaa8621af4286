import { StytchProvider } from '@stytch/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { messages, tooManyLinks } from '../../contract/messages.ts';
import { signInHints } from '../../contract/sign-in-reason.ts';
import {
  answerWith,
  breakConnection,
  clearCookies,
  neverAnswer,
  publicToken,
  refuseWith,
  sendPath,
  signedInData,
  stubLeaving,
  stubProvider,
} from '../../test/component/fake-provider.ts';
import { LoginPage } from './login-page.tsx';
import { type AuthConfig, createSessionClient } from './session-client.ts';

const here = { publicToken, apiUrl: location.origin, inbox: true, inboxLink: true };
const email = page.getByLabelText('E-mail address');
const button = page.getByRole('button', { name: /Get Magic Link|Sending/ });
const status = page.getByRole('status');
const sent = 'Email sent! Check your inbox to log in.';

beforeEach(() => {
  for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {});
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

type Opening = { auth?: AuthConfig; address?: string };

async function openLogin({ auth = here, address = '/login' }: Opening = {}) {
  const client = createSessionClient(here);
  await render(
    <MemoryRouter initialEntries={[address]}>
      <StytchProvider stytch={client}>
        <LoginPage productName="Platbook" auth={auth} />
      </StytchProvider>
    </MemoryRouter>,
  );
  return client;
}

async function fillAndSend(): Promise<void> {
  await email.fill('ada@example.org');
  await button.click();
}

/** Red, green and blue, from 0 to 255. CSS color functions are resolved by drawing a pixel. */
function colorOf(text: string): [red: number, green: number, blue: number] {
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  context.fillStyle = getComputedStyle(page.getByText(text).element()).color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return [red!, green!, blue!];
}

test('[A3] the card has a logo, an e-mail field and its button', async () => {
  stubProvider();
  await openLogin();
  await expect.element(page.getByRole('heading', { name: 'Platbook' })).toBeVisible();
  const logo = document.querySelector<HTMLImageElement>('img[src*="mark"]')!;
  await vi.waitFor(() => expect(logo.naturalWidth).toBeGreaterThan(0));
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveAttribute('autocomplete', 'email');
  await expect.element(email).toHaveAttribute('placeholder', expect.stringMatching(/^\S+@example\.\w+$/));
  await expect.element(button).toHaveTextContent('Get Magic Link');
});

test('[A3] the background is a faded street map behind the card', async () => {
  stubProvider();
  await openLogin();
  const background = document.querySelector('.street-map')!;
  const { opacity, maskImage } = getComputedStyle(background);
  expect(Number(opacity)).toBeGreaterThan(0.05);
  expect(Number(opacity)).toBeLessThan(0.5);
  const { width, height } = background.getBoundingClientRect();
  expect(width).toBe(innerWidth);
  expect(height).toBeGreaterThanOrEqual(innerHeight);
  const image = new Image();
  image.src = /url\("?([^")]*street-map[^")]*)"?\)/.exec(maskImage)![1]!;
  await image.decode();
  expect(image.naturalWidth).toBeGreaterThan(0);
});

test('[A6] the icons of Google, Microsoft and Apple are grayed out and disabled', async () => {
  stubProvider();
  await openLogin();
  for (const name of ['Google', 'Microsoft', 'Apple']) {
    const icon = page.getByRole('button', { name });
    await expect.element(icon).toBeVisible();
    await expect.element(icon).toBeDisabled();
    expect(Number(getComputedStyle(icon.element()).opacity)).toBeLessThan(1);
  }
});

const toGoogle = page.getByRole('button', { name: 'Continue with Google' });
const withGoogle: AuthConfig = { ...here, oauthProviders: ['google'] };

test('[SEC-14] with mailed links off the card has the providers alone, with a sentence and no word of links', async () => {
  stubProvider();
  const auth: AuthConfig = { ...withGoogle, mailSignIn: false };
  const leave = stubLeaving(await openLogin({ auth, address: '/login?reason=oauth-failed' }));
  await expect.element(page.getByText(messages.mailSignInOff)).toBeVisible();
  await expect.element(page.getByText('could not sign you in. Please try again.')).toBeVisible();
  await expect.element(email).not.toBeInTheDocument();
  await expect.element(button).not.toBeInTheDocument();
  await toGoogle.click();
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
});

test('[SEC-14] without mailed links the card says when a provider cannot be reached', async () => {
  stubProvider();
  const client = await openLogin({
    auth: { ...withGoogle, mailSignIn: false },
    address: '/login?reason=link-refused',
  });
  vi.spyOn(client.oauth.google, 'start').mockRejectedValue(new Error('no answer'));
  await expect.element(page.getByText(signInHints['link-refused'])).not.toBeInTheDocument();
  await toGoogle.click();
  await expect.element(status).toHaveTextContent(messages.signInFailed);
});

test('[A6] [A17] the icon of a configured provider is live and starts its sign-in; the others stay as they are', async () => {
  stubProvider();
  const leave = stubLeaving(await openLogin({ auth: withGoogle }));
  expect(getComputedStyle(toGoogle.element()).opacity).toBe('1');
  for (const name of ['Microsoft', 'Apple']) {
    await expect.element(page.getByRole('button', { name, exact: true })).toBeDisabled();
  }
  await button.element().focus();
  await userEvent.tab();
  await expect.element(toGoogle).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
  const { origin, pathname, searchParams } = leave.mock.calls[0]![0];
  expect(origin + pathname).toBe(`${location.origin}/v1/public/oauth/google/start`);
  expect(Object.fromEntries(searchParams)).toEqual({
    public_token: publicToken,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    custom_scopes: 'openid email',
    login_redirect_url: `${location.origin}/authenticate`,
    signup_redirect_url: `${location.origin}/authenticate`,
  });
  expect(status.element().textContent).toBe('');
});

test('[A6] a server that does not answer is a failure after five seconds, and the next click can succeed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const bootstrapPath = `/projects/bootstrap/${publicToken}`;
  const { answers } = stubProvider();
  const answerBootstrap = answers[bootstrapPath]!;
  answers[bootstrapPath] = neverAnswer;
  const leave = stubLeaving(await openLogin({ auth: withGoogle }));
  await toGoogle.click();
  await vi.advanceTimersByTimeAsync(5000);
  await expect.element(status).toHaveTextContent(messages.signInFailed);
  expect(leave).not.toHaveBeenCalled();
  answers[bootstrapPath] = answerBootstrap;
  await toGoogle.click();
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
});

test('[A4] [A5] the button is disabled while sending; then a green message says that the e-mail was sent', async () => {
  let answer = () => {};
  const pending = new Promise<Response>((resolve) => {
    answer = () => resolve(Response.json({ data: {} }));
  });
  const { callsTo } = stubProvider({ [sendPath]: () => pending });
  await openLogin();
  await email.fill('ada@example.org');
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveTextContent('Sending...');
  await expect.element(button).toBeDisabled();
  await vi.waitFor(() => expect(callsTo(sendPath)).toHaveLength(1));
  answer();
  await expect.element(status).toHaveTextContent(sent);
  const [red, green, blue] = colorOf(sent);
  expect(green).toBeGreaterThan(Math.max(red, blue) * 1.2);
  await expect.element(button).toHaveTextContent('Get Magic Link');
  await expect.element(button).toBeEnabled();
  await expect.element(page.getByRole('link', { name: 'inbox' })).toHaveAttribute('href', '/inbox');
});

test('[A5] a browser that has not shown the key of the inbox is told where its address stands', async () => {
  stubProvider({ [sendPath]: answerWith({}) });
  await openLogin({ auth: { ...here, inboxLink: false } });
  await fillAndSend();
  await expect.element(status).toHaveTextContent(`${sent}${messages.inboxInTerminal}`);
  expect(page.getByRole('link', { name: 'inbox' }).elements()).toEqual([]);
});

test('[A5] without a local inbox, the page does not link to one', async () => {
  stubProvider({ [sendPath]: answerWith({}) });
  await openLogin({ auth: { ...here, inbox: false } });
  await fillAndSend();
  await expect.element(status).toHaveTextContent(sent);
  expect(page.getByRole('link', { name: 'inbox' }).elements()).toEqual([]);
});

test('[A5] a failure shows in red, the button keeps the focus, and the next try can succeed', async () => {
  const { answers } = stubProvider({ [sendPath]: () => Response.json({}, { status: 500 }) });
  await openLogin();
  await fillAndSend();
  await expect.element(status).toHaveTextContent(messages.signInFailed);
  const [red, green, blue] = colorOf(messages.signInFailed);
  expect(red).toBeGreaterThan(Math.max(green, blue) * 1.2);
  await expect.element(button).toHaveFocus();

  answers[sendPath] = answerWith({});
  await userEvent.keyboard('{Enter}');
  await expect.element(status).toHaveTextContent(sent);
});

test('[A5] past a limit the page adds why and when to try again, and forgets it with the next try', async () => {
  const reason = tooManyLinks('client', 700);
  const { answers } = stubProvider({ [sendPath]: refuseWith('too_many_requests', 429, reason) });
  await openLogin();
  await fillAndSend();
  await expect.element(status).toHaveTextContent(`${messages.signInFailed}${reason}`);
  expect(reason).toBe('Too many links were asked for from here. Try again in 12 minutes.');
  answers[sendPath] = () => Response.json({}, { status: 500 });
  await button.click();
  await vi.waitFor(() => expect(status.element().textContent).toBe(messages.signInFailed));
});

test.each([
  { width: 320, inbox: true, address: '/login' },
  { width: 360, inbox: true, address: '/login?reason=link-refused' },
  { width: 360, inbox: true, inboxLink: false, address: '/login' },
  { width: 1440, inbox: false, address: '/login' },
])('[A5] the card stays where it is while the mail is sent, and after: %j', async (given) => {
  await page.viewport(given.width, 800);
  try {
    let answer = (_: Response) => {};
    const pending = () => new Promise<Response>((resolve) => (answer = resolve));
    const { answers, callsTo } = stubProvider({ [sendPath]: pending });
    await openLogin({ auth: { ...here, inboxLink: true, ...given }, address: given.address });
    await expect.element(email).toHaveFocus();
    await document.fonts.ready;
    const card = () => {
      const { top, height } = email.element().closest('section')!.getBoundingClientRect();
      return { top, height };
    };
    const atFirst = card();
    await fillAndSend();
    await expect.element(button).toHaveTextContent('Sending...');
    await vi.waitFor(() => expect(callsTo(sendPath)).toHaveLength(1));
    expect(card()).toEqual(atFirst);
    answer(Response.json({}, { status: 500 }));
    await expect.element(status).toHaveTextContent(messages.signInFailed);
    expect(card()).toEqual(atFirst);
    answers[sendPath] = answerWith({});
    await button.click();
    await expect.element(status).toHaveTextContent(sent);
    expect(card()).toEqual(atFirst);
  } finally {
    await page.viewport(640, 480);
  }
});

test('[A5] a provider that was unreachable when the page opened can be reached later', async () => {
  const bootstrapPath = `/projects/bootstrap/${publicToken}`;
  const { answers, callsTo } = stubProvider();
  const answerBootstrap = answers[bootstrapPath]!;
  answers[bootstrapPath] = breakConnection;
  await openLogin();
  await fillAndSend();
  await expect.element(status).toHaveTextContent(messages.signInFailed);

  answers[bootstrapPath] = answerBootstrap;
  answers[sendPath] = answerWith({});
  await button.click();
  await expect.element(status).toHaveTextContent(sent);
  expect(callsTo(sendPath).at(-1)!.body).toHaveProperty('code_challenge');
});

test('[A5] a provider that never answers is a failure after a time-out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stubProvider({ [`/projects/bootstrap/${publicToken}`]: neverAnswer });
  await openLogin();
  await fillAndSend();
  await expect.element(button).toHaveTextContent('Sending...');
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(status).toHaveTextContent(messages.signInFailed);
});

test('[A3] [A23] the e-mail field has no check but type=email: other text is not sent', async () => {
  const { callsTo } = stubProvider({ [sendPath]: answerWith({}) });
  await openLogin();
  await expect.element(email).toHaveAttribute('type', 'email');
  for (const check of ['required', 'pattern', 'minlength', 'maxlength'])
    await expect.element(email).not.toHaveAttribute(check);
  for (const text of ['nobody', 'no body@example.org']) {
    await email.fill(text);
    await button.click();
    await expect.element(email).toBeInvalid();
  }
  expect(callsTo(sendPath)).toEqual([]);
  await email.fill('root@localhost');
  await button.click();
  await expect.element(status).toHaveTextContent(sent);
  expect(callsTo(sendPath)[0]!.body).toMatchObject({ email: 'root@localhost' });
});

test('[A11] the address typed at login is stored, and nothing else', async () => {
  stubProvider({ [sendPath]: answerWith({}) });
  await openLogin();
  await fillAndSend();
  await expect.element(status).toHaveTextContent(sent);
  const keys = ['user_email', 'session_jwt', 'session_token', 'stytch_session_token', 'is_logged_in'];
  const stored = keys.map((key) => localStorage.getItem(key));
  expect(stored).toEqual(['ada@example.org', null, null, null, null]);
});

test('[A10] a reason in the address shows its hint with the e-mail field', async () => {
  stubProvider();
  await openLogin({ address: '/login?reason=link-refused' });
  await expect.element(page.getByText(signInHints['link-refused'])).toBeVisible();
  await expect.element(email).toHaveAccessibleDescription(signInHints['link-refused']);
});

test('under another address of the server, the page says where to sign in', async () => {
  stubProvider();
  const apiUrl = 'https://atlas.example.org';
  await openLogin({ auth: { ...here, apiUrl } });
  await expect.element(page.getByText(messages.signInElsewhere)).toBeVisible();
  await expect.element(page.getByRole('link', { name: apiUrl })).toHaveAttribute('href', `${apiUrl}/login`);
  expect(email.elements()).toEqual([]);
});

test('the card fits a small phone, and the keyboard reaches the button', async () => {
  await page.viewport(360, 640);
  try {
    stubProvider();
    await openLogin();
    await expect.element(email).toHaveFocus();
    const { bottom } = page.getByRole('button', { name: 'Apple' }).element().getBoundingClientRect();
    expect(bottom).toBeLessThanOrEqual(640);
    expect(document.documentElement.scrollWidth).toBe(360);
    await userEvent.tab();
    await expect.element(button).toHaveFocus();
  } finally {
    await page.viewport(640, 480);
  }
});

describe('the code of the mail', () => {
  const checkPath = '/otps/authenticate';
  const code = page.getByLabelText('Or type the six-digit code from the mail');
  const alert = page.getByRole('alert');
  const refused =
    'That code did not work. Take it from the newest mail; it lasts ten minutes and five tries.';
  const mailed = (method_id = 'email-test-1') => answerWith({ method_id });
  beforeEach(() => sessionStorage.clear());

  async function openWithCode(answers: Parameters<typeof stubProvider>[0] = {}) {
    const provider = stubProvider({ [sendPath]: mailed(), ...answers });
    const client = await openLogin();
    await fillAndSend();
    await expect.element(code).toBeVisible();
    return { ...provider, client };
  }

  test('[A5] [A22] its field comes with the message that the mail was sent, and has the focus', async () => {
    await openWithCode();
    await expect.element(status).toHaveTextContent(sent);
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAttribute('inputmode', 'numeric');
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Sign In' })).toHaveFocus();
  });

  test('[A22] its field takes the focus from whoever pressed Enter, and from nobody who writes another address meanwhile', async () => {
    let send = () => {};
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    const { answers } = stubProvider({ [sendPath]: mailed() });
    await openLogin();
    await email.fill('ada@example.org');
    await userEvent.keyboard('{Enter}');
    await expect.element(code).toHaveFocus();
    answers[sendPath] = async () => {
      await held;
      return mailed('email-test-2')();
    };
    await button.click();
    await email.click();
    send();
    await vi.waitFor(() => expect(sessionStorage.getItem('asked_mail')).toContain('email-test-2'));
    await expect.element(status).toHaveTextContent(sent);
    await userEvent.keyboard('123456');
    await expect.element(email).toHaveValue('ada@example.org123456');
    await expect.element(code).toHaveValue('');
  });

  test('[A22] the sixth digit sends it, as it is spaced in the mail; a session begins', async () => {
    const { callsTo, client } = await openWithCode({ [checkPath]: answerWith(signedInData) });
    await userEvent.keyboard('123 45');
    expect(callsTo(checkPath)).toEqual([]);
    await userEvent.keyboard('6');
    await vi.waitFor(() => expect(client.session.getSync()).not.toBeNull());
    expect(callsTo(checkPath).map(({ body }) => body)).toEqual([
      { token: '123456', method_id: 'email-test-1', session_duration_minutes: 43_200 },
    ]);
    expect(sessionStorage.getItem('asked_mail')).toBeNull();
    clearCookies();
  });

  test.each(['123456', ' 123 456 ', 'On Nov 19, 2026 your code was 123 456.'])(
    '[A22] pasted as %j it is sent, too',
    async (text) => {
      const { callsTo } = await openWithCode({ [checkPath]: refuseWith('otp_code_not_found', 404) });
      await code.fill(text);
      await expect.element(alert).toHaveTextContent(refused);
      expect(callsTo(checkPath)[0]!.body).toMatchObject({ token: '123456' });
    },
  );

  test('[A22] a wrong one is said plainly, keeps the focus, and the next takes its place', async () => {
    const { callsTo } = await openWithCode({ [checkPath]: refuseWith('otp_code_not_found', 404) });
    await userEvent.keyboard('111111');
    await expect.element(alert).toHaveTextContent(refused);
    await expect.element(code).toHaveAccessibleDescription(refused);
    await expect.element(code).toBeInvalid();
    await userEvent.keyboard('222222');
    await vi.waitFor(() => expect(callsTo(checkPath)).toHaveLength(2));
    expect(callsTo(checkPath)[1]!.body).toMatchObject({ token: '222222' });
    await expect.element(alert).toHaveTextContent(refused);
    await expect.element(code).toHaveFocus();
  });

  test('[A22] without an answer the code stays, and Enter sends it again; five digits are none', async () => {
    const { answers, callsTo, client } = await openWithCode({ [checkPath]: breakConnection });
    await userEvent.keyboard('12345{Enter}');
    await expect.element(alert).toHaveTextContent('The code has six digits.');
    await userEvent.keyboard('6');
    await expect.element(alert).toHaveTextContent('The server did not answer as it should.');
    await expect.element(code).toHaveValue('123456');
    answers[checkPath] = refuseWith('too_many_requests', 429, 'Too many tries. Please wait a few minutes.');
    await userEvent.keyboard('{Enter}');
    await expect.element(alert).toHaveTextContent('Too many tries. Please wait a few minutes.');
    answers[checkPath] = answerWith(signedInData);
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(client.session.getSync()).not.toBeNull());
    expect(callsTo(checkPath)).toHaveLength(3);
    clearCookies();
  });

  test('[A22] after a reload the field is there for ten minutes; a second mail replaces the first', async () => {
    const { answers, callsTo } = await openWithCode({ [checkPath]: refuseWith('otp_code_not_found', 404) });
    answers[sendPath] = mailed('email-test-2');
    await button.click();
    await vi.waitFor(() => expect(callsTo(sendPath)).toHaveLength(2));
    await vi.waitFor(() => expect(sessionStorage.getItem('asked_mail')).toContain('email-test-2'));
    await cleanup();
    await openLogin();
    await code.fill('123456');
    await expect.element(alert).toHaveTextContent(refused);
    expect(callsTo(checkPath)[0]!.body).toMatchObject({ method_id: 'email-test-2' });
    await cleanup();
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
    await openLogin();
    await expect.element(email).toBeVisible();
    await expect.element(code).not.toBeInTheDocument();
  });

  test('[A22] where mails have no codes there is no field', async () => {
    stubProvider({ [sendPath]: answerWith({}) });
    await openLogin();
    await fillAndSend();
    await expect.element(status).toHaveTextContent(sent);
    await expect.element(code).not.toBeInTheDocument();
  });

  test.each([
    { width: 320, height: 800, address: '/login' },
    { width: 390, height: 844, address: '/login' },
    { width: 390, height: 915, address: '/login?reason=link-refused' },
    { width: 1440, height: 900, address: '/login?reason=session-ended' },
  ])('[A22] what is above it stays where it is, and all of the card can be seen: %j', async (size) => {
    await page.viewport(size.width, size.height);
    try {
      stubProvider({ [sendPath]: mailed() });
      await openLogin({ address: size.address });
      await document.fonts.ready;
      await expect.element(email).toHaveFocus();
      const before = button.element().getBoundingClientRect().top;
      await fillAndSend();
      await expect.element(code).toBeVisible();
      expect(button.element().getBoundingClientRect().top).toBe(before);
      const { bottom } = page.getByRole('button', { name: 'Apple' }).element().getBoundingClientRect();
      expect(bottom).toBeLessThanOrEqual(size.height);
      expect(document.documentElement.scrollWidth).toBe(size.width);
    } finally {
      await page.viewport(640, 480);
    }
  });
});
