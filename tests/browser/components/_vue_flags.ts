/**
 * What the bundler of an app says to Vue.
 *
 * @module
 */

Object.assign(globalThis, {
  __VUE_OPTIONS_API__: true,
  __VUE_PROD_DEVTOOLS__: false,
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: true,
});
