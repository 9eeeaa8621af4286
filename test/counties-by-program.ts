// Parcel layers by the programs that counties keep them in, with their columns and what a parcel must take from them.
import type { County } from './county-columns.ts';

export const countiesByProgram: readonly County[] = [
  {
    county: "Esri's parcel fabric",
    columns: `OBJECTID:row Name:pin CreatedByRecord:uid RetiredByRecord:blank StatedArea:acres StatedAreaUnit:code
      CalculatedArea:sqm MiscloseRatio:lat MiscloseDistance:lat IsSeed:flag GlobalID:uid created_user:editor
      created_date:edit Shape__Area:sqm`,
    expected: { pin: 'Name', taxacres: 'StatedArea' },
  },
  {
    county: 'a county of Pennsylvania with one prefix for all its fields',
    columns: `TAXIDNUM:pin TXID:pin ACCOUNT:id REM_PID:id REM_OWN_NAME:owner REM_OWN_NAME2:owner2 REM_MAIL_ADDR:mail
      REM_MAIL_CITY:city REM_MAIL_STATE:state REM_MAIL_ZIP:zip REM_PROP_ADDR:site REM_ACRES:acres
      REM_SALE_DATE:date REM_SALE_PRICE:price OBJECTID:row`,
    expected: {
      pin: 'TAXIDNUM',
      name: 'owners(REM_OWN_NAME, REM_OWN_NAME2)',
      add1: 'REM_MAIL_ADDR',
      add2: 'care(REM_OWN_NAME2)',
      city: 'REM_MAIL_CITY',
      state: 'REM_MAIL_STATE',
      zip: 'REM_MAIL_ZIP',
      site_address: 'REM_PROP_ADDR',
      taxacres: 'REM_ACRES',
      sale_date: 'REM_SALE_DATE',
      sales_price: 'REM_SALE_PRICE',
    },
    lostByCut: ['sale_date', 'sales_price', 'city'],
  },
  {
    county: 'a county of Florida on the parcel fabric',
    columns: `Name:pin INC_MUNI:town FULLADDR:site Owner_Mail_Name:owner Owner_Mail_Addr1:mail Owner_Mail_Addr2:mail2
      Owner_Mail_Addr3:blank Owner_Mail_City:city Owner_Mail_State:state Owner_Mail_Zip:zip StatedArea:acres
      Shape__Area:sqm`,
    expected: {
      pin: 'Name',
      name: 'Owner_Mail_Name',
      add1: 'Owner_Mail_Addr1',
      add2: "join(', ', Owner_Mail_Addr2, Owner_Mail_Addr3)",
      city: 'Owner_Mail_City',
      state: 'Owner_Mail_State',
      zip: 'Owner_Mail_Zip',
      site_address: 'FULLADDR',
      taxacres: 'StatedArea',
    },
  },
  {
    county: 'a county of the Midwest on Beacon',
    columns: `OBJECTID:row ParcelID:pin AlternateID:pin10 PropertyAddress1:site PropertyAddress2:blank
      PropertyCityStateZip:csz OwnerName:owner OwnerAddress1:mail OwnerAddress2:blank OwnerCityStateZip:csz
      GrossAcres:acres NetAcres:acres2 Class:letter TaxDistrictDescription:town BriefLegal:legal SecTwpRng:code
      Document:doc LastTransferDate:mdy`,
    expected: {
      pin: 'ParcelID',
      name: 'OwnerName',
      add1: 'OwnerAddress1',
      add2: 'OwnerAddress2',
      city: 'city(OwnerCityStateZip)',
      state: 'state(OwnerCityStateZip)',
      zip: 'zip(OwnerCityStateZip)',
      site_address: 'PropertyAddress1',
      taxacres: 'NetAcres',
      sale_date: 'LastTransferDate',
    },
  },
  {
    county: 'a county on iasWorld, both addresses in pieces',
    columns: `OBJECTID:row MAP:code PARCELID:pin PARID:pin10 OWNER:owner OWNER_EXT:blank OWN_ADRNO:mailno
      OWN_ADRPREDIR:dir OWN_ADRSTR:street OWN_ADRSUF:type OWN_ADRPOSTDIR:blank OWN_CITY:city OWN_STATE:state
      OWN_UNITDESC:blank OWN_UNITNO:blank OWN_ADDR1:blank OWN_ADDR2:blank OWN_ADDR3:blank OWN_ZIP:zip
      OWN_ZIP4:zip4 OWN_NOTE1:blank PAR_ALTID:oldpin PAR_ADRNO:no PAR_ADRPREDIR:dir PAR_ADRSTR:street
      PAR_ADRSUF:type PAR_CITY:city PAR_ZIP:zip ACRES:acres`,
    expected: {
      pin: 'PARCELID',
      name: 'OWNER',
      add1: "join(' ', OWN_ADRNO, OWN_ADRPREDIR, OWN_ADRSTR, OWN_ADRSUF)",
      add2: "join(', ', OWN_ADDR1, OWN_ADDR2, OWN_ADDR3)",
      city: 'OWN_CITY',
      state: 'OWN_STATE',
      zip: 'OWN_ZIP',
      site_address: "join(' ', PAR_ADRNO, PAR_ADRPREDIR, PAR_ADRSTR, PAR_ADRSUF)",
      taxacres: 'ACRES',
    },
  },
  {
    county: 'a county of Colorado on Eagle',
    columns: `ACCOUNTNO:id PARCELNO:pin NAME:owner NAME2:owner2 ADDRESS1:mail ADDRESS2:mail2 CITY:city STATE:state
      ZIPCODE:zip STREETNO:no STREETDIR:dir STREETNAME:street STREETSUF:type LOCCITY:city LEGAL:legal
      SALEP:price SALEDT:mdy DEEDTYPE:letter BOOK:book PAGE:page ACRES:acres TAXAREA:code`,
    expected: {
      pin: 'PARCELNO',
      name: 'owners(NAME, NAME2)',
      add1: 'ADDRESS1',
      add2: "join(', ', care(NAME2), ADDRESS2)",
      city: 'CITY',
      state: 'STATE',
      zip: 'ZIPCODE',
      site_address: "join(' ', STREETNO, STREETDIR, STREETNAME, STREETSUF)",
      taxacres: 'ACRES',
      sale_date: 'SALEDT',
      sales_price: 'SALEP',
    },
  },
  {
    county: 'a county of North Carolina with the year and month of the deed',
    columns: `PIN:pin NAME1:owner NAME2:owner2 ADDR1:mail ADDR2:mail2 CITY:city STATE:state ZIP:zip PROP_ADDR:site
      DEEDBK:book DEEDPG:page DEED_YEAR:year DEED_MONTH:month SALES_PRIC:price TOWNSHIP_C:district
      TOWNSHIP_N:town ACRES:acres TAX_VALUE:value`,
    expected: {
      pin: 'PIN',
      name: 'owners(NAME1, NAME2)',
      add1: 'ADDR1',
      add2: "join(', ', care(NAME2), ADDR2)",
      city: 'CITY',
      state: 'STATE',
      zip: 'ZIP',
      site_address: 'PROP_ADDR',
      taxacres: 'ACRES',
      township: 'TOWNSHIP_N',
      sale_date: 'date(DEED_YEAR, DEED_MONTH)',
      sales_price: 'SALES_PRIC',
    },
  },
  {
    county: 'a county of Georgia with two sales',
    columns: `PARCEL_ID:pin OWNER_NAME:owner ADDRESS:mail CITY_STATE_ZIP:csz LOC_ADDR:site CALC_AC:acres SALE1_DATE:mdy
      SALE1_PRICE:price SALE2_DATE:date2 SALE2_PRICE:price2`,
    expected: {
      pin: 'PARCEL_ID',
      name: 'OWNER_NAME',
      add1: 'ADDRESS',
      city: 'city(CITY_STATE_ZIP)',
      state: 'state(CITY_STATE_ZIP)',
      zip: 'zip(CITY_STATE_ZIP)',
      site_address: 'LOC_ADDR',
      taxacres: 'CALC_AC',
      sale_date: 'newest(SALE1_DATE, SALE2_DATE)',
      sales_price: 'of_newest(SALE1_DATE, SALE1_PRICE, SALE2_DATE, SALE2_PRICE)',
    },
  },
  {
    county: 'long names in words',
    columns: `Parcel_Number:pin Owner_Name_Line_1:owner Owner_Name_Line_2:owner2 Mailing_Address_Line_1:mail
      Mailing_Address_Line_2:mail2 Mailing_Address_City:city Mailing_Address_State:state
      Mailing_Address_Zip:zip Property_Street_Number:no Property_Street_Name:street Property_Street_Suffix:type
      Deeded_Acreage:acres Date_of_Last_Sale:mdy Last_Sale_Amount:pricetext Zoning_Classification:zone
      Township_Name:town`,
    expected: {
      pin: 'Parcel_Number',
      name: 'owners(Owner_Name_Line_1, Owner_Name_Line_2)',
      add1: 'Mailing_Address_Line_1',
      add2: "join(', ', care(Owner_Name_Line_2), Mailing_Address_Line_2)",
      city: 'Mailing_Address_City',
      state: 'Mailing_Address_State',
      zip: 'Mailing_Address_Zip',
      site_address: "join(' ', Property_Street_Number, Property_Street_Name, Property_Street_Suffix)",
      taxacres: 'Deeded_Acreage',
      township: 'Township_Name',
      zoning: 'Zoning_Classification',
      sale_date: 'Date_of_Last_Sale',
      sales_price: 'Last_Sale_Amount',
    },
  },
  {
    county: 'a county of South Carolina',
    columns: `TMS:pin OWNER:owner OWNER_STREET:mail OWNER_CITY:city OWNER_ST:state OWNER_ZIP:zip LOCATION_NO:no
      LOCATION_ST:streetline ACREAGE:acres SALE_DATE:ms SALE_PRICE:price`,
    expected: {
      pin: 'TMS',
      name: 'OWNER',
      add1: 'OWNER_STREET',
      city: 'OWNER_CITY',
      state: 'OWNER_ST',
      zip: 'OWNER_ZIP',
      site_address: "join(' ', LOCATION_NO, LOCATION_ST)",
      taxacres: 'ACREAGE',
      sale_date: 'SALE_DATE',
      sales_price: 'SALE_PRICE',
    },
  },
  {
    county: 'a county of California with pieces of names and streets',
    columns: `PARCEL_NBR:pin SITUS_NBR:no SITUS_NAME:street SITUS_TYPE:type OWNER_LAST:last OWNER_FRST:first
      OWNER_ADDR:mail OWNER_CITY:city OWNER_ST:state OWNER_ZIP:zip AC:acres`,
    expected: {
      pin: 'PARCEL_NBR',
      name: "OWNER_LAST & ' ' & OWNER_FRST",
      add1: 'OWNER_ADDR',
      city: 'OWNER_CITY',
      state: 'OWNER_ST',
      zip: 'OWNER_ZIP',
      site_address: "join(' ', SITUS_NBR, SITUS_NAME, SITUS_TYPE)",
      taxacres: 'AC',
    },
  },
  {
    county: 'a county with abbreviations of three letters',
    columns: `PARCEL_APN:pin OWNER_NAM1:owner OWNER_NAM2:owner2 OWNER_ADR1:mail OWNER_ADR2:mail2 OWNER_CTY:city
      OWNER_STA:state OWNER_ZIP:zip SITE_ADR:site SITE_CTY:city LOT_ACRES:acres SALE_DTE:mdy SALE_PRI:price
      ZONE_CODE:zone`,
    expected: {
      pin: 'PARCEL_APN',
      name: 'owners(OWNER_NAM1, OWNER_NAM2)',
      add1: 'OWNER_ADR1',
      add2: "join(', ', care(OWNER_NAM2), OWNER_ADR2)",
      city: 'OWNER_CTY',
      state: 'OWNER_STA',
      zip: 'OWNER_ZIP',
      site_address: 'SITE_ADR',
      taxacres: 'LOT_ACRES',
      zoning: 'ZONE_CODE',
      sale_date: 'SALE_DTE',
      sales_price: 'SALE_PRI',
    },
  },
];
