// A part of the account dialog with its heading, and why its last call failed.
import { type ReactNode, useId } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2 border-t border-hairline pt-4">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}

export function Problem({ error }: { error: Error | null }) {
  return (
    error && (
      <p role="alert" className="wrap-anywhere text-danger">
        {error.message}
      </p>
    )
  );
}
