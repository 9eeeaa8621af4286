// What stands where the map would be when it cannot be made at all.
import { Notice } from '../ui/notice.tsx';

export function MapFailure({ message }: { message: string }) {
  return <Notice tone="failure" title="Map Initialization Error" details={[message]} />;
}
