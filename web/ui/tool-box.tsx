// The box of an open map tool: beside the column of controls, and below the top row where the page is narrow.
import type { ReactNode } from 'react';
import './tool-box.css';

export function ToolBox({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="panel tool-box">
      {children}
    </section>
  );
}
