// The world's best-known cities with their populations, which the list of cities lacks. Written by hand.
// Rough figures of metropolitan areas in the 2020s: good for choosing the size of a label, for nothing else.
import type { LngLat } from '../geo/geometry.ts';
import type { City } from './read-sources.ts';

type KnownCity = {
  country: string;
  /** As in the list of cities; undefined if the name is unique in its country. */
  region: string | undefined;
  name: string;
  population: number;
  isCapital: boolean;
};

export type SizedCity = { name: string; at: LngLat; population: number; isCapital: boolean };

/** The known cities, at their positions in the list of cities. */
export function findKnownCities(cities: readonly City[]): SizedCity[] {
  const names = new Set(KNOWN_CITIES.map(({ name }) => name));
  const namesakes = cities.filter(({ name }) => names.has(name));
  return KNOWN_CITIES.flatMap(({ country, region, name, population, isCapital }) => {
    const city = namesakes.find(
      (one) => one.name === name && one.country === country && (!region || one.region === region),
    );
    return city ? [{ name, at: city.at, population, isCapital }] : [];
  });
}

/** State, name, thousands of people, and a star for the capital of the country. */
const UNITED_STATES = `
NY New York City 19600, CA Los Angeles 12900, IL Chicago 9300, TX Dallas 7900, TX Houston 7300, DC Washington 6300*,
PA Philadelphia 6200, GA Atlanta 6200, FL Miami 6100, AZ Phoenix 5000, MA Boston 4900, CA San Francisco 4600,
MI Detroit 4300, WA Seattle 4000, MN Minneapolis 3700, CA San Diego 3300, FL Tampa 3300, CO Denver 3000,
MD Baltimore 2800, MO St. Louis 2800, NC Charlotte 2800, FL Orlando 2800, TX San Antonio 2700, OR Portland 2500,
CA Sacramento 2400, PA Pittsburgh 2400, TX Austin 2400, NV Las Vegas 2300, OH Cincinnati 2260, MO Kansas City 2200,
OH Columbus 2150, IN Indianapolis 2120, OH Cleveland 2060, CA San Jose 1940, TN Nashville 2040, VA Virginia Beach 1800,
FL Jacksonville 1680, RI Providence 1670, WI Milwaukee 1560, NC Raleigh 1480, OK Oklahoma City 1460, TN Memphis 1340,
VA Richmond 1330, KY Louisville 1280, UT Salt Lake City 1260, LA New Orleans 1250, CT Hartford 1220, NY Buffalo 1160,
AL Birmingham 1120, MI Grand Rapids 1080, NY Rochester 1080, AZ Tucson 1050, OK Tulsa 1030, CA Fresno 1010,
HI Honolulu 1000, NE Omaha 970, SC Greenville 940, NM Albuquerque 920, CA Bakersfield 910, TN Knoxville 890,
NY Albany 890, LA Baton Rouge 870, TX El Paso 870, SC Columbia 830, OH Dayton 810, SC Charleston 810,
NC Greensboro 780, ID Boise 770, CO Colorado Springs 760, AR Little Rock 750, IA Des Moines 710, WI Madison 680,
NC Winston-Salem 680, KS Wichita 650, NC Durham 650, NY Syracuse 650, OH Toledo 640, GA Augusta 610, MS Jackson 610,
PA Harrisburg 590, WA Spokane 590, TN Chattanooga 570, PA Scranton 560, ME Portland 550, KY Lexington 520,
NC Fayetteville 520, AL Huntsville 500, NV Reno 490, NC Asheville 470, TX Corpus Christi 440, OR Salem 430,
IN Fort Wayne 420, AL Mobile 410, GA Savannah 410, AK Anchorage 400, FL Tallahassee 390, LA Shreveport 390,
AL Montgomery 380, OR Eugene 380, NJ Trenton 380, NE Lincoln 340, TX Lubbock 320, WI Green Bay 320, VA Roanoke 315,
NC Wilmington 290, MN Duluth 290, WA Olympia 290, SD Sioux Falls 280, TX Amarillo 270, ND Fargo 250,
WV Charleston 250, VT Burlington 225, KS Topeka 230, AZ Yuma 200, IL Springfield 200, MT Billings 185, CO Grand Junction 155,
NM Santa Fe 150, ID Idaho Falls 150, AZ Flagstaff 145, SD Rapid City 140, ND Bismarck 130, MT Missoula 120,
WY Cheyenne 100, AK Fairbanks 95, MT Helena 80, WY Casper 80, NV Carson City 58, NH Concord 44, MO Jefferson City 43,
MD Annapolis 41, DE Dover 39, AK Juneau 32, KY Frankfort 28, ME Augusta 19, SD Pierre 14, VT Montpelier 8`;

/** Country (and region, if the country has two cities of that name), name, thousands of people, a star for a capital. */
const ELSEWHERE = `
CA Ottawa 1400*, CA Toronto 6200, CA Montréal 4300, CA Vancouver 2600, CA Calgary 1500, CA Edmonton 1400,
CA Winnipeg 830, CA Québec 840, CA Halifax 440, MX Mexico City 21800*, MX Guadalajara 5300, MX.19 Monterrey 5300,
MX Tijuana 2200, GT Guatemala City 3000*, HN Tegucigalpa 1400*, NI Managua 1100*, CR.08 San José 1400*, PA Panama City 1900*,
CU Havana 2100*, JM Kingston 600*, HT Port-au-Prince 2900*, DO Santo Domingo 3500*, PR San Juan 2400, CO Bogotá 11300*,
VE Caracas 2900*, EC Quito 1900*, PE Lima 11000*, BO La Paz 1900*, CL Santiago 6900*, AR Buenos Aires 15400*,
PY Asunción 3400*, UY Montevideo 1800*, BR Brasília 4800*, BR São Paulo 22400, BR Rio de Janeiro 13600, BR Salvador 3900,
BR Recife 4200, BR Fortaleza 4100, BR Manaus 2300, BR Porto Alegre 4200, GB London 9600*, IE Dublin 1300*, FR Paris 11100*,
FR Lyon 1700, FR Marseille 1600, ES Madrid 6700*, ES Barcelona 5600, PT Lisbon 3000*, BE Brussels 2100*, NL Amsterdam 1170*,
DE Berlin 3570*, DE Hamburg 1800, DE Munich 1550, CH Bern 440*, AT Vienna 1960*, IT Rome 4300*, IT Milan 3200, IT Naples 2200,
DK Copenhagen 1370*, NO Oslo 1070*, SE Stockholm 1680*, FI Helsinki 1320*, IS Reykjavík 230*, PL Warsaw 1800*, CZ Prague 1320*,
HU Budapest 1780*, RO Bucharest 1790*, BG Sofia 1290*, RS Belgrade 1400*, HR Zagreb 690*, GR Athens 3150*, UA Kyiv 3000*,
BY Minsk 2060*, RU Moscow 12600*, RU Saint Petersburg 5500, RU Yekaterinburg 1530, RU Novosibirsk 1690, RU Vladivostok 600,
TR Ankara 5300*, TR Istanbul 15800, GE Tbilisi 1080*, AZ Baku 2400*, AM Yerevan 1090*, KZ Astana 1200*, KZ Almaty 2000,
UZ Tashkent 2600*, SY Damascus 2500*, LB Beirut 2400*, IL Jerusalem 970*, JO Amman 2200*, IQ Baghdad 7700*, IR Tehran 9400*,
SA Riyadh 7700*, SA Jeddah 4900, KW Kuwait City 3200*, QA Doha 650*, AE Abu Dhabi 1570*, AE Dubai 3000, OM Muscat 1650*,
YE Sanaa 3300*, AF Kabul 4600*, PK Islamabad 1200*, PK Karachi 17200, PK Lahore 13900, IN New Delhi 32900*, IN Mumbai 21300,
IN Kolkata 15300, IN Chennai 11800, IN Bengaluru 13600, IN Hyderabad 10800, NP Kathmandu 1570*, LK Colombo 630*,
BD Dhaka 23200*, MM Yangon 5600, TH Bangkok 11100*, VN Hanoi 5250*, VN Ho Chi Minh City 9300, KH Phnom Penh 2300*,
MY Kuala Lumpur 8600*, SG Singapore 6000*, ID Jakarta 11200*, ID.08 Surabaya 3000, PH Manila 14700*, TW Taipei 2750*,
CN Beijing 21800*, CN Shanghai 29200, CN Guangzhou 14300, CN Chongqing 17300, CN Chengdu 9700, CN Wuhan 8700, CN Harbin 6700,
HK Hong Kong 7700, KP Pyongyang 3200*, KR Seoul 10000*, JP Tokyo 37200*, JP Osaka 19000, JP Sapporo 2700, MN Ulan Bator 1670*,
AU Canberra 470*, AU Sydney 5100, AU Melbourne 5200, AU Brisbane 2500, AU.08 Perth 2140, AU Adelaide 1370, NZ Wellington 420*,
NZ Auckland 1670, PG Port Moresby 410*, FJ Suva 190*, MA Rabat 1960*, MA Casablanca 3900, DZ Algiers 2900*, TN Tunis 2480*,
LY Tripoli 1180*, EG Cairo 22200*, EG Alexandria 5600, SD Khartoum 6300*, ET Addis Ababa 5500*, SO Mogadishu 2600*,
KE Nairobi 5300*, UG Kampala 3850*, TZ Dar es Salaam 7800, AO Luanda 9300*, CD Kinshasa 16300*, NG Abuja 3800*,
NG Lagos 15900, GH Accra 2660*, CI Abidjan 5700, SN Dakar 3400*, ML Bamako 2900*, NE Niamey 1440*, TD N'Djamena 1590*,
CM Yaoundé 4500*, ZM Lusaka 3200*, ZW Harare 1580*, MZ Maputo 1160*, MG Antananarivo 3900*, NA Windhoek 480*, BW Gaborone 270*,
ZA Pretoria 2800*, ZA Johannesburg 6200, ZA Cape Town 4900`;

export const KNOWN_CITIES: readonly KnownCity[] = [
  ...readList(UNITED_STATES).map(({ area, ...city }) => ({ ...city, country: 'US', region: area })),
  ...readList(ELSEWHERE).map(({ area, ...city }) => {
    const [country, region] = area.split('.');
    return { ...city, country: country!, region };
  }),
];

function readList(text: string) {
  return text.split(',').map((entry) => {
    const [, area, name, thousands, star] = /^\s*(\S+) (.+) (\d+)(\*?)$/.exec(entry)!;
    return { area: area!, name: name!, population: Number(thousands) * 1000, isCapital: star === '*' };
  });
}
