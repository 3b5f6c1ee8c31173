export { createFigures } from "./figures.ts";
export { closeIncident, type GivenTexts, openIncident, updateIncident } from "./incidents.ts";
