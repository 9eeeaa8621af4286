import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Drawer } from './drawer.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Modal } from './modal.tsx';
import { LoadingScreen, Notice } from './notice.tsx';
import { OverlayRoot } from './overlay-root.tsx';
import { Sheet } from './sheet.tsx';

beforeEach(() => () => {
  vi.restoreAllMocks();
});

test('a notice has its title, details and button, and is announced politely', async () => {
  const run = vi.fn();
  await render(<Notice title="Nothing here" details={['One', 'Two']} action={{ label: 'Try Again', run }} />);
  const notice = page.getByRole('status');
  await expect.element(notice).toHaveTextContent('Nothing hereOneTwoTry Again');
  await page.getByRole('button', { name: 'Try Again' }).click();
  expect(run).toHaveBeenCalledOnce();
});

test('a failure is announced as an alert', async () => {
  await render(<Notice tone="failure" title="Broken" />);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Broken');
});

test('[A1] a loading screen has a spinner and its text in a live region', async () => {
  await render(<LoadingScreen title="Initializing Session..." />);
  await expect.element(page.getByRole('status')).toHaveTextContent('Initializing Session...');
  expect(document.querySelector('.spinner')).not.toBeNull();
});

function Broken(): never {
  throw new Error('broken on purpose');
}

test('[M4] a component that fails to render shows a message, and the rest of the page stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await render(
    <>
      <p>The rest</p>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </>,
  );
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('Something went wrong');
  await expect.element(alert).toHaveTextContent('The component failed to render');
  await expect.element(alert.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
  await expect.element(page.getByText('The rest')).toBeVisible();
});

test('[M4] the message is visible also inside a small box that clips its overflow', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await render(
    <div style={{ position: 'absolute', top: 0, right: 0, width: 40, height: 40, overflow: 'hidden' }}>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </div>,
  );
  const button = page.getByRole('button', { name: 'Refresh Page' });
  await expect.element(button).toBeInViewport({ ratio: 1 });
});

test('[N6] dialogs, drawers and sheets are rendered into the overlay root', async () => {
  const close = () => {};
  const { rerender } = await render(<OverlayRoot />);
  const dialogs = [
    <Modal key="modal" title="Modal" isOpen onClose={close}>
      Text
    </Modal>,
    <Drawer key="drawer" side="left" title="Drawer" className="w-56" isOpen onClose={close}>
      Text
    </Drawer>,
    <Sheet key="sheet" title="Sheet" isOpen onClose={close} onEscape={close}>
      Text
    </Sheet>,
  ];
  for (const [index, name] of ['Modal', 'Drawer', 'Sheet'].entries()) {
    await rerender(
      <>
        <OverlayRoot />
        {dialogs[index]}
      </>,
    );
    const dialog = page.getByRole('dialog', { name });
    await expect.element(dialog).toBeVisible();
    expect(document.getElementById('overlay-root')).toContainElement(dialog.element());
  }
});
