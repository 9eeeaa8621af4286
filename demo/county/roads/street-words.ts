// Word lists for street names.
import { phrases, words } from '../word-lists.ts';

export const GRID_ALONG = [
  words(`
  Main Church Bank Academy College Walnut Spring Mulberry Broad Chestnut Locust Pearl Vine Cherry Sycamore
  Elm Front Water Maple Oak Poplar Cedar Hickory Laurel Magnolia Dogwood Linden Willow Ash Juniper`),
  words(`
  Main Depot Market Union High Green Railroad Cotton Tobacco Meeting King Queen Granite Court Liberty
  Summit Harvest Garden Orchard Pleasant Prospect School State Temple Tower West Wall Mill North Grove`),
  words(`
  Main Mill River Spindle Loom Canal Shuttle Bobbin Bridge Dam Ferry Weir Race Basin Bank Bluff Rapid
  Shoal Landing Stone Foundry Forge Cotton Thread Dye Tannery Kiln Brick Lime Sand`),
] as const;

export const GRID_ACROSS = [
  words(`
  Center Washington Jefferson Madison Monroe Jackson Franklin Lafayette Greene Davie Caswell Ashe Iredell
  Steele Graham Vance Holden Worth Swain Morehead Kerr Ellis Reid Bragg Dobbs Martin Burke Nash Tryon
  Person`),
  words(`
  Church Wilson Harris Clay Calhoun Grady Lee Meade Shelby Sumter Marion Pickens Moultrie Hampton Butler
  Rutledge Laurens Gadsden Pinckney Huger Lynch Drayton Hayne Manigault Ravenel Legare Pringle Alston
  Heyward Ladson`),
  words(`
  Church Iron Copper Brass Tin Silver Zinc Flint Slate Marble Quartz Mica Agate Opal Garnet Ruby Beryl
  Jasper Onyx Topaz Coral Amber Ivory Jet Ebony Cobalt Nickel Chrome Lead Pewter`),
] as const;

export const ORDINALS = words(`
  1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th`);

export const SURNAMES = words(`
  Abernathy Alcorn Baucom Beatty Blackwelder Bostian Brawley Brotherton Cashion Caldwell Clontz Cloaninger
  Cornelison Deaton Dellinger Drum Eller Farrow Fesperman Freeland Gabriel Gantt Goodnight Hager Hargett
  Helms Honeycutt Ingle Jetton Kestler Killian Kincaid Lambeth Lineberger Lippard Lowder Mauney McLelland
  Menscer Mundy Nantz Overcash Parham Pethel Plyler Poteat Query Rankin Rhyne Ritchie Rumple Safriet
  Sechler Setzer Sherrill Shinn Sifford Sloop Stallings Stutts Teeter Torrence Troutner Upright Vanderburg
  Wagoner Westmore Whitener Yandle Yoder Zeigler`);

export const COUNTRY_PATTERNS = phrases(`
  # Rd, # Mill Rd, Old # Rd, # Ferry Rd, # Church Rd, # Farm Rd, # Chapel Rd, # School Rd, # Bridge Rd, #
  Store Rd`);

export type Theme = { subdivision: readonly string[]; words: readonly string[] };

export const THEMES: readonly Theme[] = [
  {
    subdivision: ['Heron', 'Osprey', 'Plover'],
    words: words(`
  Heron Osprey Kestrel Wren Finch Plover Swallow Mallard Egret Tanager Warbler Bluebird Partridge
  Sandpiper Whippoorwill Nuthatch`),
  },
  {
    subdivision: ['Saddlebrook', 'Paddock', 'Bridle'],
    words: phrases(`
  Saddle, Bridle, Paddock, Stirrup, Derby, Thoroughbred, Palomino, Chestnut Mare, Canter, Gallop,
  Steeplechase, Farrier, Hunter, Appaloosa, Dressage, Carriage`),
  },
  {
    subdivision: ['Oakhaven', 'Birchwood', 'Beech'],
    words: phrases(`
  White Oak, River Birch, Beechwood, Red Maple, Tulip Tree, Sourwood, Black Gum, Sweetgum, Redbud,
  Hornbeam, Longleaf, Hawthorn, Silverbell, Catalpa, Fringetree, Pawpaw`),
  },
  {
    subdivision: ['Ashcombe', 'Kensley', 'Wycliffe'],
    words: words(`
  Ashcombe Kensley Wycliffe Stratton Windermere Canterfield Hollingdale Thornbury Wexley Pembrook
  Glastonbury Cotswold Abingdon Hathersage Marlborough Tewkesbury`),
  },
  {
    subdivision: ['Lakemont', 'Sail', 'Harbor'],
    words: words(`
  Mainsail Spinnaker Anchor Harbor Lighthouse Regatta Windjammer Compass Starboard Moorings Catboat
  Bowline Halyard Tiller Mariner Driftwood`),
  },
  {
    subdivision: ['Meadowlark', 'Clover', 'Aster'],
    words: words(`
  Clover Aster Larkspur Foxglove Goldenrod Bluestem Yarrow Coneflower Lupine Trillium Bergamot Primrose
  Columbine Indigo Milkweed Verbena`),
  },
  {
    subdivision: ['Fairway', 'Links', 'Tee'],
    words: words(`
  Fairway Links Birdie Mulligan Niblick Brassie Caddie Greenside Dogleg Bunker Mashie Putter Gallery
  Clubhouse Scorecard Fescue`),
  },
  {
    subdivision: ['Millstone', 'Stonegate', 'Quarry'],
    words: words(`
  Millstone Fieldstone Cobble Flagstone Keystone Bluestone Sandstone Hearthstone Whetstone Cornerstone
  Quarry Ledge Boulder Gneiss Soapstone Rockway`),
  },
  {
    subdivision: ['Orchard', 'Applegate', 'Vineyard'],
    words: phrases(`
  Winesap, Pippin, Rome Beauty, Limbertwig, Orchard, Damson, Quince, Muscadine, Scuppernong, Elderberry,
  Bramble, Applegate, Peachtree, Pearfield, Ciderpress, Graft`),
  },
  {
    subdivision: ['Foxfire', 'Deer Run', 'Otter'],
    words: words(`
  Fox Fawn Otter Beaver Buck Marten Badger Hare Lynx Mink Elk Chipmunk Raccoon Hound Terrapin Salamander`),
  },
];

export const SECOND_WORDS = words(`
  Ridge Run Hollow Bend Glen Meadow Crossing Hill Point Trace View Branch Knoll Field Grove Landing`);
export const SUBDIVISION_TAILS = words(`
  Ridge Estates Pointe Glen Farms Woods Hills Commons Crossing Landing Park Village`);

export const CREEK_WORDS = phrases(`
  Alder, Beaverdam, Buckeye, Cane, Cold Spring, Crooked, Duharts, Fall, Fivemile, Gourd, Hickory, Hogpen,
  Kudzu, Lick, Long, Mallard, Mud, Muddy, Otter, Panther, Persimmon, Pine, Poplar, Rocky, Sandy, Silver,
  Sixmile, Stillhouse, Stony, Sugar, Tanyard, Turkey, Wildcat, Wolfpen`);
