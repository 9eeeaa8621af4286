// Observes the next CSS animation of an element, for tests of how something enters the page.

type ObservedAnimation = { durationMs: unknown; transforms: unknown[] };

/** Call it before the element appears. Reads the animation when it starts: on a slow machine it could be over later. */
export function nextAnimation(selector: string): Promise<ObservedAnimation> {
  return new Promise((resolve) => {
    const onStart = ({ target, animationName }: AnimationEvent) => {
      if (!(target instanceof Element) || !target.matches(selector)) return;
      const animation = target
        .getAnimations()
        .find((one) => one instanceof CSSAnimation && one.animationName === animationName);
      const effect = animation!.effect as KeyframeEffect;
      document.removeEventListener('animationstart', onStart);
      resolve({
        durationMs: effect.getTiming().duration,
        transforms: effect.getKeyframes().map(({ transform }) => transform),
      });
    };
    document.addEventListener('animationstart', onStart);
  });
}
