export { BrokerGuide } from "./guide.tsx";
export { VenueLinks } from "./venue-links.tsx";
export { VenueRow } from "./venue-row.tsx";
