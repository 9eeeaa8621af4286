// Word lists for fictional companies and churches. None is a company known to exist.
import { phrases, words } from '../../word-lists.ts';

export const treeWords = words(`
  Laurel Sourwood Redbud Dogwood Hickory Persimmon Chestnut Willow Cedar Magnolia Sycamore Juniper Holly Walnut
  Hawthorn Blackgum Tulip Loblolly`);

export const landWords = words(`
  Ridge Creek Hollow Bend Crossing Landing Shoals Knob Branch Meadow Fork Spring Bluff Ferry Grove Bottom Gate Mill`);

/** Developers of subdivisions. */
export const developers = phrases(`
  Ashlar Ridge Homes LLC, Tin Roof Communities of NC LLC, Brightwater Lane Builders Inc, Carriage Gate Homes
  LLC, Heron Cove Land Co LLC, Old Furnace Road Development LLC, Quail Covey Homebuilders Inc, Lantern &
  Larch Homes LLC, Porchlight Custom Builders Inc, Sixpenny Creek Land Partners LLC, Threadmill Residential
  LLC, Wrenfield Communities Inc`);

/** Investors that own many rental houses from far away. */
export const absenteeLandlords = phrases(`
  Hearthline SFR Borrower II LLC, Marigold Lane Residential Owner 4 LLC, Third Porch Homes LP, Redclay
  Single Family Trust 2019-1`);

export const timberCompanies = phrases(`
  Longstraw Timberlands LP, Rocky Fork Timber Co Inc, Blue Wedge Forest Products LLC`);

export const POWER_COMPANY = 'Blackjack Shoals Power Co';
export const otherUtilities = phrases(`
  Tri-Creek Electric Membership Corp, Hollow Oak Telephone Co, Crossvine Tower Sites LLC, Yellow Poplar Gas
  Pipeline Co`);

/** Companies that manage homeowners' associations. */
export const associationManagers = phrases(`
  Tidy Commons Management, Lakestone Association Services, Greenpath HOA Management`);

export const shopTrades = phrases(`
  Hardware Co Inc, Tire & Auto Inc, Furniture Co Inc, Oil Co Inc, Grocery Inc, Florist & Gifts LLC, Body
  Shop Inc, Feed & Seed Inc, Jewelers Inc, Barbecue Inc, Marine Sales Inc, Funeral Home Inc`);

export const officeTrades = phrases(`
  Insurance Agency Inc, Family Dentistry PA, Eye Associates PA, Accounting PLLC, Veterinary Hospital PA,
  Realty Inc, Pediatrics PA, Surveying Co PA`);

export const millTrades = phrases(`
  Machine & Tool Inc, Hosiery Mill Inc, Precast Inc, Lumber Co Inc, Textile Finishing Inc, Trucking Inc,
  Pallet Co Inc, Sheet Metal Works Inc, Grading & Hauling Inc, Self Storage LLC, Cabinet Shop Inc, Plastics
  Molding LLC`);

/** Repeated entries are chosen more often. */
export const congregations = phrases(`
  Baptist Church, Baptist Church, Baptist Church, Missionary Baptist Church, United Methodist Church, United
  Methodist Church, Presbyterian Church, Presbyterian Church, Lutheran Church, Lutheran Church, AME Zion
  Church, ARP Church, Wesleyan Church, Church of God`);

export const churchWords = phrases(`
  Bethel, Shiloh, Mt Zion, Bethany, Ebenezer, Mt Olive, New Hope, Rocky Mount, Zion Hill, Friendship,
  Concord, Prospect, Center, Macedonia, Pisgah, Salem, Harmony, Providence, Back Creek, Oak Grove, Pleasant
  Grove, Fairview, St Enoch, St Marks, Grace, Trinity, Calvary, Faith, Cornerstone`);
