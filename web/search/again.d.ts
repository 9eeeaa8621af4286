/** The same code under another address. */
declare module '*?again';
