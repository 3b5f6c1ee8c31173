/** What the filter bar opens: loaded once the page is idle. */
export { FilterPanel } from "./filter-panel.tsx";
export { SavedPanel } from "./saved-panel.tsx";
