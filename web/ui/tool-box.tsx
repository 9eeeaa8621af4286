// The box of an open map tool: beside the map tools, and below the top bar on narrow screens.
import type { ReactNode } from 'react';
import './tool-box.css';

export function ToolBox({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="panel tool-box">
      {children}
    </section>
  );
}
