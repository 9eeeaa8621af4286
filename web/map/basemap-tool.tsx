// The button that opens the basemap picker, which comes when it is first wanted.
import { Map as MapIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ControlButton } from '../ui/control-button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { ChangeStyle } from './style-switch.ts';

const importPicker = () => import('./basemap-picker.tsx');
const BasemapPicker = lazy(async () => ({ default: (await importPicker()).BasemapPicker }));

const icon = <MapIcon size={20} strokeWidth={1.75} aria-hidden="true" />;

export function BasemapTool({ onChoose }: { onChoose: ChangeStyle }) {
  const [wasPressed, setWasPressed] = useState(false);
  const button = (
    <ControlButton
      name="Basemaps"
      aria-haspopup="menu"
      aria-expanded={wasPressed}
      onPointerEnter={() => importPicker().catch(() => {})}
      onPress={() => setWasPressed(true)}
    >
      {icon}
    </ControlButton>
  );
  if (!wasPressed) return button;
  return (
    <ErrorBoundary>
      <Suspense fallback={button}>
        <BasemapPicker onChoose={onChoose}>{icon}</BasemapPicker>
      </Suspense>
    </ErrorBoundary>
  );
}
