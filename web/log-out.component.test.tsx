// Logging out with drawings that the account does not have yet.
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { messages } from '../contract/messages.ts';
import { stubFetch } from '../test/component/stub-fetch.ts';
import { openDrawings, recordDrawings, useDrawings } from './draw/drawings-store.ts';
import { LogOutDialog, useLeaving } from './log-out.tsx';
import { useMapStore } from './map-store.ts';

const logOut = vi.fn(async () => {});
const question = page.getByRole('dialog', { name: 'Log out' });
const leave = page.getByRole('button', { name: 'Leave' });

function Page() {
  const leaving = useLeaving({ person: 'ada', logOut });
  return (
    <>
      <button type="button" onClick={leaving.begin}>
        Leave
      </button>
      <p data-testid="state">{leaving.state}</p>
      <LogOutDialog {...leaving} />
    </>
  );
}

beforeEach(() => {
  localStorage.clear();
  logOut.mockClear();
  openDrawings('nobody');
  openDrawings('ada');
  return () => {
    localStorage.clear();
    vi.unstubAllGlobals();
    useDrawings.setState(useDrawings.getInitialState());
    useMapStore.setState(useMapStore.getInitialState());
  };
});

const draw = () =>
  recordDrawings([
    { type: 'Feature', id: 'oak', properties: {}, geometry: { type: 'Point', coordinates: [-80, 35] } },
  ]);

test('[D14] with nothing unsent it asks nothing, and an open shape is kept first', async () => {
  useMapStore.setState({ tool: 'draw' });
  await render(<Page />);
  await leave.click();
  await expect.poll(() => logOut.mock.calls.length).toBe(1);
  expect(useMapStore.getState().tool).toBe('none');
  await expect.element(question).not.toBeInTheDocument();
});

test('[D14] where saving fails the person is asked: Stay has the focus, Escape stays, Log out leaves', async () => {
  draw();
  // Without a token nothing can be sent.
  await render(<Page />);
  await leave.click();
  await expect.element(question).toHaveTextContent(messages.drawingsUnsaved);
  await expect.element(question.getByRole('button', { name: 'Stay' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  expect(logOut).not.toHaveBeenCalled();
  await leave.click();
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => logOut.mock.calls.length).toBe(1);
  await expect.element(page.getByTestId('state')).toHaveTextContent('here');
});

test('[D14] while drawings are being saved nobody leaves; once they are, without a question', async () => {
  draw();
  localStorage.setItem('session_jwt', 'a.b.c');
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  stubFetch(async () => {
    await isAnswered;
    return Response.json({ results: [{ outcome: 'kept', id: 'oak', version: 7 }] });
  });
  await render(<Page />);
  await leave.click();
  await expect.element(page.getByTestId('state')).toHaveTextContent('saving');
  expect(logOut).not.toHaveBeenCalled();
  answer();
  await expect.poll(() => logOut.mock.calls.length).toBe(1);
  await expect.element(question).not.toBeInTheDocument();
});
