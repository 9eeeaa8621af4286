// Which prices tell what land is worth.

/** Below are gifts and transfers within families: $0, $1, $10 "and other good and valuable consideration". */
export const MARKET_PRICE_MIN = 1000;

export function isMarketPrice(price: number | null): price is number {
  return price !== null && price >= MARKET_PRICE_MIN;
}
