// Surnames and given names of the county's people, by the origin of their families.
import { words } from '../../word-lists.ts';

export type Heritage = {
  /** Most frequent first: the choice favors the head of the list. */
  surnames: readonly string[];
  /** Ordered by generation, oldest first. */
  men: readonly string[];
  women: readonly string[];
  middle: 'initial' | 'second surname' | 'seldom';
  /** Whether men may have a suffix (Jr, Sr, III). */
  juniors: boolean;
};

const menOfTheSouth = words(`
  Clyde Hoyt Boyd Grady Lester Floyd Vernon Garland Clarence Marvin Ralph Carl Walter Harold Roy James William
  Robert John Henry George Frank Charles Billy Bobby Wayne Dale Larry Jerry Glenn Bruce Donald Kenneth Ronald
  Roger Gary Danny Ricky Randy Terry Dennis Douglas Phillip Russell Barry Alan Keith James Robert William John
  Charles Thomas Joseph David Michael Richard Steven Paul Mark Tony Timothy Stephen Gregory Jeffrey Neil Craig
  Kevin Brian Scott Wesley Joel Chad Eric Jason Shane Heath Christopher Matthew Patrick James Robert William
  John David Michael Andrew Bradley Jeremy Travis Daniel Aaron Adam Benjamin Derek Nathan Seth Joshua Justin
  Ryan Dustin Tyler Cody Samuel Luke Jacob Zachary Austin Caleb Ethan Hunter Logan Mason Landon`);

const womenOfTheSouth = words(`
  Nell Gladys Edna Mildred Pauline Geneva Maxine Lois Doris Ruby Evelyn Irene Lillian Faye Louise Mary Frances
  Ruth Martha Annie Betty Jean Dorothy Peggy Norma Shirley Barbara Virginia Alice Jane Rose Joyce Joan Marilyn
  Carolyn Nancy Judy Judith Phyllis Carol Beverly Janice Janet Bonnie Wanda Gloria Linda Patricia Sharon Brenda
  Sandra Diane Kathy Kathleen Pamela Donna Debra Deborah Cynthia Connie Rita Vickie Ann Anne Ellen Margaret
  Elizabeth Susan Mary Karen Teresa Theresa Cheryl Denise Paula Diana Robin Lori Tammy Lisa Kimberly Tina Laura
  Julie Sherry Tracy Dawn Jacqueline Christine Angela Michelle Melissa Kelly Tonya Misty Stephanie Christina
  Heather Amy Andrea Jennifer Julia Rebecca Rachel Nicole Crystal Jessica Amanda Tiffany Katherine Kathryn Sarah
  Sara Emily Anna Ashley Brittany Megan Lauren Kayla Hannah Elizabeth Mary Abigail Haley Savannah Madison`);

const carolina: Heritage = {
  surnames: words(`
    Smith Johnson Williams Jones Brown Davis Miller Moore Taylor Wilson White Harris Martin Thompson Clark Lewis
    Robinson Walker Allen Young King Wright Hill Scott Green Adams Baker Nelson Campbell Mitchell Roberts Carter
    Phillips Evans Turner Parker Collins Edwards Stewart Morris Rogers Reed Cook Bell Murphy Bailey Cooper Cox
    Howard Ward Peterson Gray Watson Brooks Kelly Sanders Price Bennett Wood Barnes Ross Henderson Coleman Jenkins
    Perry Powell Long Patterson Hughes Foster Simmons Butler Bryant Holloway Hamilton Graham Sullivan Wallace Woods
    Cole West Owens Reynolds Fisher Ellis Gibson McDonald Marshall Murray Freeman Wells Webb Simpson Stevens Tucker
    Porter Hunter Hicks Crawford Boyd Mason Morrison Kennedy Warren Dixon Burns Gordon Shaw Holmes Rice Robertson
    Hunt Black Daniels Palmer Mills Nichols Grant Ferguson Stone Hawkins Dunn Perkins Hudson Spencer Gardner Payne
    Pierce Berry Matthews Arnold Willis Ray Watkins Carroll Duncan Cunningham Bradley Lane Andrews Harper Fox Riley
    Armstrong Weaver Greene Lawrence Chapman Sims Austin Peters Kelley Franklin Lawson Fields Gibbs Byrd Honeycutt
    McCall McLean McKinney McCoy McGee McPherson Abernathy Allison Blackwelder Blalock Bostian Brotherton Cashion
    Christenbury Cornelius Dellinger Dobbins Drum Fesperman Freeze Galyean Hager Hartsell Helms Hinson
    Hodges Hoover Howell Huffstetler Jordan Josey Kirkpatrick Knox Ledbetter Leonard Lowrance Mayhew McAuley McClure
    McConnell Morrow Nantz Norket Pharr Pless Poplin Query Readling Rumple Sharpe Sherrill Sloan Stamey
    Starnes Stikeleather Tarleton Templeton Thrift Troutman Tutterow Upright Wagoner Westmoreland Wilhelm Wooten
    Alcorn Baucom Beatty Brawley Cornelison Deaton Farrow Freeland Gantt Hargett Jetton Kincaid Lambeth McLelland
    Mundy Parham Pethel Poteat Stallings Stutts Westmore O'Neal O'Daniel`),
  men: menOfTheSouth,
  women: womenOfTheSouth,
  middle: 'initial',
  juniors: true,
};

const germanPiedmont: Heritage = {
  surnames: words(`
    Overcash Beaver Cline Bost Deal Fink Furr Goodnight Goodman Karriker Ketner Kluttz Lentz Lipe Litaker Misenheimer
    Peeler Ritchie Safrit Sechler Shinn Shoe Sides Sifford Walter Yost Barrier Barringer Basinger Bernhardt Bolick
    Canup Casper Correll Corriher Cress Earnhardt Eagle Eddleman Eller Eudy Faggart Fisher Foil Frick Harkey Hartman
    Heilig Holshouser Honbarrier Icard Isenhour Kesler Klutts Lippard Ludwig Lyerly Menius Morgan Moose Mauney Plyler
    Propst Ramseur Rendleman Rhinehardt Rimer Rinehart Roseman Ruth Setzer Shuping Sigmon Stirewalt Summers Swaringen
    Clontz Cloaninger Ingle Kestler Killian Lineberger Lowder Menscer Rhyne Safriet Sloop Teeter Troutner Vanderburg
    Whitener Yandle Zeigler Trexler Trout Warlick Weisner Wingler Wyrick Yoder Youngblood Zimmerman`),
  men: menOfTheSouth,
  women: womenOfTheSouth,
  middle: 'initial',
  juniors: true,
};

const africanAmerican: Heritage = {
  surnames: words(`
    Johnson Williams Alexander Caldwell Davidson Houston Gaither Moore Brown Jones Davis Washington Jackson Harris
    Robinson McNeely Torrence Byers Reid Steele Knox Witherspoon Lowery Bailey Banks Booker Carson Chambers Clark
    Connor Cuthbertson Dalton Ervin Feimster Gabriel Gill Grant Griffin Hampton Heggins Ijames Jefferson Kerr
    Leach Little Love Mallory McClelland McCullough McKee Miller Morrison Neal Norman Phifer Pickens Potts
    Ramseur Rankin Redmond Rucker Sherrill Sims Smyre Stockton Summers Tate Turner Wilkes Young`),
  men: words(`
    Rufus Otis Leroy Ernest Herbert Clarence Eugene Cornelius Willie Nathaniel Theodore Calvin Melvin Alvin
    Samuel James Robert Charles William John Raymond Lawrence Gerald Curtis Joseph Jerome Vincent Maurice
    Reginald Anthony Michael Darryl Tyrone Byron Kelvin Dwayne Roderick Derrick Cedric Lamont Terrence Andre
    Antonio Marcus Christopher Donnell Quentin Brandon James Kendrick Jamal Desmond Julian Solomon Darius Malik
    Xavier Isaiah Elijah Ezekiel`),
  women: words(`
    Hattie Odessa Mattie Ethel Lucille Thelma Ernestine Bernice Annie Rosa Beatrice Mary Geraldine Dorothy Ruth
    Esther Gloria Loretta Gwendolyn Patricia Brenda Yvonne Sheila Jacqueline Darlene Denise Vanessa Rhonda
    Angela Regina Valerie Veronica Felicia Yolanda Renee Kimberly Michelle Tonya Erica Monique Tamika Latoya
    Keisha Alicia Crystal Danielle Candace Camille Simone Naomi Ebony Janelle Shanice Jasmine Kiara Olivia Nia
    Maya Imani Aaliyah`),
  middle: 'initial',
  juniors: true,
};

const hispanic: Heritage = {
  surnames: words(`
    Hernández García Martínez López González Rodríguez Pérez Sánchez Ramírez Flores Rivera Gómez Díaz Reyes Morales
    Cruz Ortiz Gutiérrez Chávez Ramos Ruiz Mendoza Álvarez Jiménez Castillo Vásquez Romero Moreno Muñoz Peña Núñez
    Guzmán Salazar Aguilar Mejía Orellana Zúñiga Cárdenas Ibáñez Ochoa Villanueva Benítez Maldonado Cabrera Escobar`),
  men: words(`
    José Juan Luis Carlos Jesús Miguel Jorge Pedro Manuel Francisco Alejandro Ricardo Roberto Fernando Rafael Javier
    Ángel Andrés Óscar Sergio Raúl Eduardo Héctor Martín Víctor Mario César Rubén Omar Marco Diego Iván Hugo Saúl`),
  women: words(`
    María Guadalupe Rosa Ana Carmen Juana Leticia Gabriela Patricia Alejandra Verónica Adriana Claudia Silvia Elena
    Mónica Lucía Isabel Teresa Yolanda Marisol Daniela Sofía Valeria Karina Araceli Esmeralda Beatriz Irma Lorena`),
  middle: 'second surname',
  juniors: false,
};

const vietnamese: Heritage = {
  surnames: words('Nguyen Tran Le Pham Huynh Phan Vu Vo Dang Bui Do Ho Ngo Duong Ly'),
  men: words('Minh Thanh Hung Tuan Dung Hai Long Quang Son Khoa Duc Phuc Bao Tien Vinh Hieu'),
  women: words('Linh Lan Huong Mai Thuy Hoa Ngoc Trang Phuong Hanh Kim Anh Thao Yen Tuyet Nga'),
  middle: 'initial',
  juniors: false,
};

const hmong: Heritage = {
  surnames: words('Vang Xiong Yang Lor Moua Thao Her Vue Lee Cha Kue Hang'),
  men: words('Chue Tou Kong Xeng Neng Cheng Bee Pheng Long Yia Nhia Tong'),
  women: words('Mai Pa Kia Yer Chia Bao Mee Xee Ka Der Sheng Gao'),
  middle: 'seldom',
  juniors: false,
};

const indian: Heritage = {
  surnames:
    words(`Patel Shah Reddy Sharma Singh Kumar Gupta Desai Rao Iyer Nair Mehta Joshi Verma Menon Kapoor
    Chaudhari Bhatt Krishnan Agarwal`),
  men: words(`Rajesh Sanjay Amit Vijay Suresh Anil Ravi Nikhil Kiran Prakash Mahesh Dinesh Arjun Rohan Vikram Ashok
    Harish Jignesh`),
  women:
    words(`Priya Anjali Sunita Neha Kavita Meena Lakshmi Pooja Deepa Asha Nisha Rekha Shalini Divya Hetal Swati
    Geeta Bhavna`),
  middle: 'initial',
  juniors: false,
};

/** Families that came from the north and the west for work or for the lake. */
const newcomer: Heritage = {
  surnames: words(`
    Kowalski Rossi Schneider Murphy O'Brien Russo Novak Schmidt Romano Gallagher Meyer Wagner Cohen Larsen Olson
    DeLuca Fitzgerald Esposito Nowak Kaplan Hoffman Becker Callahan Sorensen Lindstrom Dubois Lombardi Papadopoulos
    Friedman O'Connor Zielinski Bianchi Hansen McCarthy Weber Petrov Fournier Brennan Haddad Okafor Mensah Sokolov
    D'Angelo Kovács Müller Ferraro VanDyke Szymanski Costello Dougherty Kessler Rosenberg Feldman Marino`),
  men: words(`
    Stanley Leonard Francis Louis Gerard Martin Karl Edward Dominic Vincent Joseph Anthony Peter Paul Thomas
    Philip Alan Victor Dean Mark Stephen Michael Patrick Gregory Craig Jeffrey Neal Kevin Brian Todd Daniel Erik
    Eric Sean Matthew Andrew Jonathan Nicholas Ian Colin Kyle Samuel`),
  women: words(`
    Eileen Ruth Marianne Joanne Ingrid Theresa Kathleen Maureen Colleen Sheila Janice Ellen Donna Paula Maria
    Denise Laurie Beth Lisa Gina Christine Michele Heidi Monica Angela Andrea Jill Stacy Kristen Nicole Danielle
    Renée Naomi Rachel Claire Megan Erin Allison Jenna Caitlin`),
  middle: 'initial',
  juniors: false,
};

const eastAsian: Heritage = {
  surnames: words('Chen Kim Wang Li Park Zhang Liu Lin Choi Huang Wu Tanaka'),
  men: words('Wei Jun Ming David Kevin Jin Daniel Eric Hao Sung Kenji Andrew'),
  women: words('Mei Jing Grace Yan Susan Ji Helen Amy Lin Soo Yuki Jennifer'),
  middle: 'seldom',
  juniors: false,
};

export const heritages = {
  carolina,
  germanPiedmont,
  africanAmerican,
  hispanic,
  vietnamese,
  hmong,
  indian,
  newcomer,
  eastAsian,
};
export type HeritageName = keyof typeof heritages;
