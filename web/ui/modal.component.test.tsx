import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Modal } from './modal.tsx';

test('[N5] Escape and a click on the backdrop ask to close the modal', async () => {
  const onClose = vi.fn();
  await render(
    <Modal title="A question" isOpen onClose={onClose}>
      <p>Something to read</p>
    </Modal>,
  );
  await expect.element(page.getByRole('dialog', { name: 'A question' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await userEvent.click(document.body, { position: { x: 5, y: 5 } });
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
});
