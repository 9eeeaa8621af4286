// The map library and what we make of it: by far the largest part of the application, so everything else goes ahead.
export const importMap = () => import('./create-map.ts');
