// A page with nothing to show yet: a spinner, and what it is turning for.

type LoadingScreenProps = { title: string; detail?: string };

export function LoadingScreen({ title, detail }: LoadingScreenProps) {
  return (
    <main className="grid min-h-dvh place-items-center bg-backdrop p-4">
      <div role="status" className="panel grid min-w-64 justify-items-center gap-1 px-8 py-6 text-center">
        <span className="spinner mb-2" />
        <p className="text-base font-semibold">{title}</p>
        {detail && <p className="text-sm text-ink-soft">{detail}</p>}
      </div>
    </main>
  );
}
