// What stands on the page until it is known who is looking at it.
import { LoadingScreen } from '../ui/loading-screen.tsx';

export function SessionOpening() {
  return <LoadingScreen title="Initializing Session..." />;
}
