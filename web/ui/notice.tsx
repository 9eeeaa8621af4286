// Messages in the middle of the page: a notice with at most one button, and a full-page loading screen.
import type { ReactNode } from 'react';

type NoticeProps = {
  /** Whether it is all that the page shows; otherwise it stands over other content. */
  isPage?: boolean;
  title: string;
  details?: readonly string[];
  tone?: 'plain' | 'failure';
  action?: { label: string; run: () => void };
  children?: ReactNode;
};

export function Notice({
  isPage = false,
  title,
  details = [],
  tone = 'plain',
  action,
  children,
}: NoticeProps) {
  const Frame = isPage ? 'main' : 'div';
  const Title = isPage ? 'h1' : 'h2';
  return (
    // Fixed: an error boundary may show it inside a small box that clips its overflow.
    <Frame className="pointer-events-none fixed inset-0 z-20 grid place-items-center p-4">
      <section
        role={tone === 'failure' ? 'alert' : 'status'}
        className="pointer-events-auto panel grid max-w-sm justify-items-start gap-2 px-5 py-4"
      >
        <Title className={`text-base font-semibold ${tone === 'failure' ? 'text-danger' : 'text-ink'}`}>
          {title}
        </Title>
        {details.map((line) => (
          <p key={line} className="text-sm leading-relaxed text-ink-soft wrap-anywhere">
            {line}
          </p>
        ))}
        {action && (
          <button type="button" onClick={action.run} className="button-accent mt-2">
            {action.label}
          </button>
        )}
        {children}
      </section>
    </Frame>
  );
}

type LoadingScreenProps = { title: string; detail?: string };

export function LoadingScreen({ title, detail }: LoadingScreenProps) {
  return (
    <main className="grid min-h-dvh place-items-center bg-page p-4">
      <div role="status" className="panel grid min-w-64 justify-items-center gap-1 px-8 py-6 text-center">
        <span className="spinner mb-2" />
        <h1 className="text-base font-semibold">{title}</h1>
        {detail && <p className="text-sm text-ink-soft">{detail}</p>}
      </div>
    </main>
  );
}
