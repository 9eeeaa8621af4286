// Follows what the maps have for the land: it changes when other parcels are imported while the page is open.
import { DEFAULT_STYLE_ID } from '../../contract/map-styles.ts';
import { useMapStore } from '../map-store.ts';
import { type MapOffers, noticeOfWithdrawal, offeredStyles } from './map-offers.ts';
import type { MapsProvider } from './maps-provider.ts';
import type { ChangeStyle } from './style-switch.ts';

type Following = {
  provider: Pick<MapsProvider, 'styles'>;
  offers: MapOffers;
  changeStyle: ChangeStyle;
};

export type FollowedOffers = { change: (next: MapOffers) => void; current: () => MapOffers };

/** The camera stays where it is. */
export function followOffers({ provider, offers, changeStyle }: Following): FollowedOffers {
  let current = offers;

  const change = (next: MapOffers) => {
    const last = current;
    current = next;
    const isSame = (['streets', 'imagery', 'contours'] as const).every((part) => last[part] === next[part]);
    if (isSame) return;
    const { styleId, showsContours } = useMapStore.getState();
    const style = provider.styles.find(({ id }) => id === styleId);
    const isOffered = offeredStyles(provider.styles, next).some(({ id }) => id === styleId);
    const losesContours = showsContours && !next.contours;
    if (losesContours) useMapStore.setState({ showsContours: false });
    // A style that is still offered is loaded again, too: its document names the maps that there are, and gets our
    // contour lines or not.
    changeStyle(isOffered ? styleId : DEFAULT_STYLE_ID);
    const mapNotice = noticeOfWithdrawal({
      style: isOffered ? undefined : style?.name,
      contours: losesContours,
      streets: next.streets,
    });
    useMapStore.setState({ mapNotice });
  };
  return { change, current: () => current };
}
