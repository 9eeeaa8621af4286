// Whether the detail panel is folded to its first lines: on small screens at first, then as somebody has left it while the
// page is open.
import { create } from 'zustand';
import { useFits } from '../use-fits.ts';

/** A phone, upright or in landscape. */
const SMALL_SCREEN = '(width < 640px), (height <= 440px)';

const useChoice = create<{ isFolded?: boolean }>()(() => ({}));

/** As at the first parcel of a visit. */
export const forgetFold = () => useChoice.setState({}, true);

export const foldPanel = (isFolded: boolean) => useChoice.setState({ isFolded });

export function usePanelFold(): { isFolded: boolean; isSmallScreen: boolean } {
  const isSmallScreen = useFits(SMALL_SCREEN);
  const chosen = useChoice(({ isFolded }) => isFolded);
  return { isFolded: chosen ?? isSmallScreen, isSmallScreen };
}
