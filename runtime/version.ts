// The version of Platbook, as in package.json: a test compares them. CONTRIBUTING.md says what is promised between versions.
export const VERSION = '0.2.0';
