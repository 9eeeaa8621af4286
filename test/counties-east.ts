// Parcel layers of the Northeast and the Midwest, with their columns and what a parcel must take from them.
import type { County } from './county-columns.ts';

export const countiesOfTheEast: readonly County[] = [
  {
    county: 'MassGIS Level 3, joined with its assessment table',
    columns: `OBJECTID:row MAP_PAR_ID:pin LOC_ID:pin10 POLY_TYPE:desc MAP_NO:part SOURCE:desc PLAN_ID:note LAST_EDIT:edit
      BND_CHK:note NO_MATCH:flag TOWN_ID:fips PROP_ID:pin BLDG_VAL:value LAND_VAL:value OTHER_VAL:zero TOTAL_VAL:value FY:taxyear
      LOT_SIZE:acres LS_DATE:ymd LS_PRICE:price USE_CODE:code SITE_ADDR:site ADDR_NUM:no FULL_STR:streetline LOCATION:blank
      CITY:city ZIP:zip OWNER1:owner OWN_ADDR:mail OWN_CITY:city OWN_STATE:state OWN_ZIP:zip OWN_CO:blank LS_BOOK:book
      LS_PAGE:page REG_ID:blank ZONING:zone YEAR_BUILT:built BLD_AREA:floorarea UNITS:count RES_AREA:floorarea STYLE:desc
      STORIES:count NUM_ROOMS:count LOT_UNITS:letter CAMA_ID:id SHAPE_Length:feet SHAPE_Area:sqm`,
    expected: {
      pin: 'MAP_PAR_ID',
      name: 'OWNER1',
      add1: 'OWN_ADDR',
      city: 'OWN_CITY',
      state: 'OWN_STATE',
      zip: 'OWN_ZIP',
      site_address: 'SITE_ADDR',
      taxacres: 'LOT_SIZE',
      sale_date: 'LS_DATE',
      sales_price: 'LS_PRICE',
      zoning: 'ZONING',
    },
  },
  {
    county: 'Boston assessing',
    columns: `OBJECTID:row PID:pin10 CM_ID:parent GIS_ID:parent ST_NUM:no ST_NAME:streetline UNIT_NUM:unit CITY:city ZIPCODE:zip
      BLDG_SEQ:count NUM_BLDGS:count LUC:code LU:letter LU_DESC:desc BLDG_TYPE:desc OWN_OCC:flag OWNER:owner
      MAIL_ADDRESSEE:owner MAIL_ADDRESS:mail MAIL_CITY:city MAIL_STATE:state MAIL_ZIP_CODE:zip RES_FLOOR:count CD_FLOOR:count
      RES_UNITS:count LAND_SF:sqft GROSS_AREA:floorarea LIVING_AREA:floorarea LAND_VALUE:value BLDG_VALUE:value
      TOTAL_VALUE:value GROSS_TAX:value YR_BUILT:built YR_REMODEL:built STRUCTURE_CLASS:desc ROOF_STRUCTURE:desc
      BED_RMS:count FULL_BTH:count HLF_BTH:count KITCHENS:count TT_RMS:count OVERALL_COND:letter NUM_PARKING:count`,
    expected: {
      pin: 'PID',
      name: 'OWNER',
      add1: 'MAIL_ADDRESS',
      city: 'MAIL_CITY',
      state: 'MAIL_STATE',
      zip: 'MAIL_ZIP_CODE',
      site_address: "join(' ', ST_NUM, ST_NAME, UNIT_NUM)",
      taxacres: 'LAND_SF/43560',
    },
  },
  {
    county: 'Vermont grand list',
    columns: `OBJECTID:row SPAN:pin GLIST_SPAN:pin MAPID:pin10 PARCID:oldpin PROPTYPE:desc YEAR:taxyear GLYEAR:taxyear TOWN:town
      TNAME:town SOURCENAME:desc SOURCETYPE:desc SOURCEDATE:edit EDITMETHOD:desc EDITOR:editor EDITDATE:edit MATCHSTAT:desc
      EDITNOTE:note OWNER1:owner OWNER2:owner2 ADDRGL1:mail ADDRGL2:mail2 CITYGL:city STGL:state ZIPGL:zip DESCPROP:legal
      LOCAPROP:streetline CAT:desc RESCODE:letter ACRESGL:acres REAL_FLV:value HSTED_FLV:value NRES_FLV:value LAND_LV:value
      IMPRV_LV:value EQUIPVAL:zero HSDECL:flag HSITEVAL:value VETEXAMT:zero EXPDESC:blank ENDDATE:blank STATUTE:blank
      EXAMT_HS:zero UVREDUC_HS:zero CRHOUSPCT:zero MUNGL1PCT:value AOEGL_HS:value E911ADDR:site SHAPESTAre:sqm SHAPESTLen:feet`,
    expected: {
      pin: 'SPAN',
      name: 'owners(OWNER1, OWNER2)',
      add1: 'ADDRGL1',
      add2: "join(', ', care(OWNER2), ADDRGL2)",
      city: 'CITYGL',
      state: 'STGL',
      zip: 'ZIPGL',
      site_address: 'E911ADDR',
      taxacres: 'ACRESGL',
      township: 'TOWN',
    },
  },
  {
    county: 'New Hampshire parcel mosaic',
    columns: `OBJECTID:row NH_GIS_ID:pin PID:pin10 ParcelOID:id DisplayId:pin10 SLU:code SLUC:code Town:town TownID:part CountyID:part
      NBC:code LocalNBC:code U_ID:id HasCAMA:flag LocalCAMAVendor:desc TaxYear:taxyear StreetAddress:site
      GlobalID:uid created_user:editor created_date:edit last_edited_user:editor last_edited_date:edit Shape__Area:sqm`,
    expected: { pin: 'PID', site_address: 'StreetAddress', township: 'Town' },
  },
  {
    county: 'Maine organized towns',
    columns: `OBJECTID:row STATE_ID:pin COUNTY:county TOWN:town GEOCODE:fips MAP_BK_LOT:pin PROP_LOC:site PARENT:parent TYPE:letter
      FMSCORG:desc FMUPDORG:desc FMUPDAT:edit PROPLOCNUM:no GlobalID:uid Shape__Area:sqm Shape__Length:feet`,
    expected: { pin: 'STATE_ID', site_address: 'PROP_LOC', township: 'TOWN' },
  },
  {
    county: 'Connecticut CAMA and parcels',
    columns: `OBJECTID:row Parcel_ID:pin Link:pin Account_Number:id GIS_Tag:pin Map:part Map_Cut:blank Block:part Block_Cut:blank
      Lot:part Lot_Cut:blank Unit:unit Unit_Cut:blank Property_Zip:zip Property_County:county Street_Name:streetline Alt_ID:oldpin
      Location:site Property_City:city Owner:owner Co_Owner:owner2 Mailing_Address:mail Mailing_City:city Mailing_State:state
      Mailing_Zip:zip Assessed_Total:value Assessed_Land:value Assessed_Building:value Pre_Year_Assessed_Total:value
      Appraised_Land:value Appraised_Building:value Valuation_Year:taxyear Zone:zone Zone_Description:desc Land_Acres:acres
      AYB:built EYB:built Model:desc Condition:letter Grade:letter State_Use:code State_Use_Description:desc
      Living_Area:floorarea Effective_Area:floorarea Total_Rooms:count Number_of_Bedroom:count Sale_Price:price Sale_Date:mdy
      Book:book Page:page Qualified:flag Occupancy:count Prior_Sale_Date:date2 Prior_Sale_Price:price2 Prior_Book:book
      Prior_Page:page Planning_Region:desc FIPS_Code:fips Edit_date:edit Shape__Area:sqm`,
    expected: {
      pin: 'Parcel_ID',
      name: 'owners(Owner, Co_Owner)',
      add1: 'Mailing_Address',
      add2: 'care(Co_Owner)',
      city: 'Mailing_City',
      state: 'Mailing_State',
      zip: 'Mailing_Zip',
      site_address: 'Location',
      taxacres: 'Land_Acres',
      sale_date: 'Sale_Date',
      sales_price: 'Sale_Price',
      zoning: 'Zone',
    },
  },
  {
    county: 'a town of Rhode Island',
    columns: `FID:row PLAT:part LOT:part UNIT:unit PLAT_LOT:pin OWNER_NAME:owner OWNER_NAME2:owner2 OWN_ADD1:mail OWN_ADD2:mail2
      OWN_CITY:city OWN_STATE:state OWN_ZIP:zip PROP_ADDR:site LAND_USE:code ZONE_:zone ACRES:acres DEED_REF:doc SALEDATE:mdy
      SALEPRICE:pricetext LUC_DESC:desc TOT_ASSMT:value`,
    expected: {
      pin: 'PLAT_LOT',
      name: 'owners(OWNER_NAME, OWNER_NAME2)',
      add1: 'OWN_ADD1',
      add2: "join(', ', care(OWNER_NAME2), OWN_ADD2)",
      city: 'OWN_CITY',
      state: 'OWN_STATE',
      zip: 'OWN_ZIP',
      site_address: 'PROP_ADDR',
      taxacres: 'ACRES',
      sale_date: 'SALEDATE',
      sales_price: 'SALEPRICE',
      zoning: 'ZONE_',
    },
  },
  {
    county: 'New York State tax parcels',
    columns: `OBJECTID:row COUNTY_NAME:county MUNI_NAME:town SWIS:fips PARCEL_ADDR:site PRINT_KEY:pin SBL:pin10 CITYTOWN_NAME:town
      CITYTOWN_SWIS:fips LOC_ST_NBR:no LOC_STREET:streetline LOC_UNIT:unit LOC_ZIP:zip PROP_CLASS:code ROLL_SECTION:code
      LAND_AV:value TOTAL_AV:value FULL_MARKET_VAL:value YR_BLT:built FRONT:floorarea DEPTH:floorarea SQ_FT:floorarea ACRES:acres
      SCHOOL_CODE:code SCHOOL_NAME:school SEWER_TYPE:code SEWER_DESC:desc WATER_SUPPLY:code UTILITIES:code BLDG_STYLE:code
      HEAT_TYPE:code SQFT_LIVING:floorarea NBR_KITCHENS:count NBR_FULL_BATHS:count PRIMARY_OWNER:owner MAIL_ADDR:mail
      PO_BOX:blank MAIL_CITY:city MAIL_STATE:state MAIL_ZIP:zip ADD_OWNER:owner2 ADD_MAIL_ADDR:blank ADD_MAIL_PO_BOX:blank
      ADD_MAIL_CITY:blank ADD_MAIL_STATE:blank ADD_MAIL_ZIP:blank BOOK:book PAGE:page GRID_EAST:feet GRID_NORTH:feet
      MUNI_PARCEL_ID:id SWIS_SBL_ID:pin10 SWIS_PRINT_KEY_ID:pin ROLL_YR:taxyear SPATIAL_YR:taxyear OWNER_TYPE:code NYS_NAME:blank
      NYS_NAME_SOURCE:blank DUP_GEO:flag CALC_ACRES:acres2 Shape_Length:feet Shape_Area:sqm`,
    expected: {
      pin: 'SWIS_SBL_ID',
      name: 'owners(PRIMARY_OWNER, ADD_OWNER)',
      add1: 'MAIL_ADDR',
      add2: 'care(ADD_OWNER)',
      city: 'MAIL_CITY',
      state: 'MAIL_STATE',
      zip: 'MAIL_ZIP',
      site_address: 'PARCEL_ADDR',
      taxacres: 'ACRES',
      township: 'MUNI_NAME',
    },
  },
  {
    county: 'New York City MapPLUTO',
    columns: `OBJECTID:row Borough:borough Block:id Lot:part CD:code BCT2020:id CT2010:code CB2010:code SchoolDist:district Council:code
      ZipCode:zip FireComp:code PolicePrct:code HealthArea:code SanitBoro:count SanitSub:letter Address:site ZoneDist1:zone
      ZoneDist2:blank ZoneDist3:blank Overlay1:blank SPDist1:blank LtdHeight:blank SplitZone:flag BldgClass:letter LandUse:district
      Easements:count OwnerType:letter OwnerName:owner LotArea:sqft BldgArea:floorarea ComArea:zero ResArea:floorarea
      OfficeArea:zero AreaSource:code NumBldgs:count NumFloors:count UnitsRes:count UnitsTotal:count LotFront:floorarea
      LotDepth:floorarea BldgFront:floorarea Ext:letter ProxCode:count IrrLotCode:flag LotType:count BsmtCode:count
      AssessLand:value AssessTot:value ExemptTot:zero YearBuilt:built YearAlter1:built HistDist:blank Landmark:blank
      BuiltFAR:count ResidFAR:count CommFAR:count BoroCode:count BBL:float10 CondoNo:zero Tract2010:code XCoord:feet YCoord:feet
      ZoneMap:code Sanborn:code TaxMap:code EDesigNum:blank APPBBL:oldpin APPDate:edit PLUTOMapID:count FIRM07_FLA:blank
      Version:code Latitude:lat Longitude:lng Notes:note Shape_Leng:feet Shape_Area:sqft`,
    expected: {
      pin: "regexp(BBL, '\\.0+$', '')",
      name: 'OwnerName',
      site_address: 'Address',
      taxacres: 'LotArea/43560',
      zoning: 'ZoneDist1',
      township: 'Borough',
    },
  },
  {
    county: 'New Jersey MOD-IV composite',
    columns: `OBJECTID:row PAMS_PIN:pin PIN_NODUP:pin PCL_MUN:fips PCLBLOCK:part PCLLOT:part PCLQCODE:blank PCL_PBDATE:edit COUNTY:county
      MUN_NAME:town PROP_CLASS:letter PROP_LOC:site LAND_VAL:value IMPRVT_VAL:value NET_VALUE:value LAST_YR_TX:value BLDG_DESC:desc
      LAND_DESC:desc CALC_ACRE:acres ADD_LOTS1:blank FAC_NAME:blank PROP_USE:blank BLDG_CLASS:code DEED_BOOK:book DEED_PAGE:page
      DEED_DATE:date SALE_PRICE:price SALES_CODE:blank YR_CONSTR:built OWNER_NAME:owner ST_ADDRESS:mail CITY_STATE:citystate
      ZIP_CODE:zip ZIP5:zip OLD_PROPID:oldpin CD_CODE:fips GIS_PIN:pin SHAPE_Length:feet`,
    expected: {
      pin: 'PAMS_PIN',
      name: 'OWNER_NAME',
      add1: 'ST_ADDRESS',
      city: 'city(CITY_STATE)',
      state: 'state(CITY_STATE)',
      zip: 'ZIP_CODE',
      site_address: 'PROP_LOC',
      taxacres: 'CALC_ACRE',
      township: 'MUN_NAME',
      sale_date: 'DEED_DATE',
      sales_price: 'SALE_PRICE',
    },
  },
  {
    county: 'Allegheny, Pennsylvania',
    columns: `PARID:pin PROPERTYHOUSENUM:no PROPERTYFRACTION:blank PROPERTYADDRESS:streetline PROPERTYCITY:city PROPERTYSTATE:here
      PROPERTYUNIT:blank PROPERTYZIP:zip MUNICODE:code MUNIDESC:town SCHOOLCODE:code SCHOOLDESC:school LEGAL1:legal LEGAL2:blank
      NEIGHCODE:code NEIGHDESC:desc TAXCODE:letter TAXDESC:desc TAXSUBCODE:blank OWNERCODE:code OWNERDESC:desc CLASS:letter
      CLASSDESC:desc USECODE:code USEDESC:desc LOTAREA:sqft HOMESTEADFLAG:flag CLEANGREEN:blank RECORDDATE:mdy SALEDATE:mdy
      SALEPRICE:price SALECODE:code SALEDESC:desc DEEDBOOK:book DEEDPAGE:page PREVSALEDATE:date2 PREVSALEPRICE:price2
      PREVSALEDATE2:blank PREVSALEPRICE2:blank CHANGENOTICEADDRESS1:mail CHANGENOTICEADDRESS2:blank
      CHANGENOTICEADDRESS3:citystate CHANGENOTICEADDRESS4:zip COUNTYBUILDING:value COUNTYLAND:value COUNTYTOTAL:value
      FAIRMARKETTOTAL:value STYLE:code STYLEDESC:desc STORIES:count YEARBLT:built BEDROOMS:count FINISHEDLIVINGAREA:floorarea
      ALT_ID:oldpin TAXYEAR:taxyear ASOFDATE:edit`,
    expected: {
      pin: 'PARID',
      add1: 'line1(CHANGENOTICEADDRESS1, CHANGENOTICEADDRESS2, CHANGENOTICEADDRESS3, CHANGENOTICEADDRESS4)',
      add2: 'line2(CHANGENOTICEADDRESS1, CHANGENOTICEADDRESS2, CHANGENOTICEADDRESS3, CHANGENOTICEADDRESS4)',
      city: 'city(CHANGENOTICEADDRESS1, CHANGENOTICEADDRESS2, CHANGENOTICEADDRESS3, CHANGENOTICEADDRESS4)',
      state: 'state(CHANGENOTICEADDRESS1, CHANGENOTICEADDRESS2, CHANGENOTICEADDRESS3, CHANGENOTICEADDRESS4)',
      zip: 'zip(CHANGENOTICEADDRESS1, CHANGENOTICEADDRESS2, CHANGENOTICEADDRESS3, CHANGENOTICEADDRESS4)',
      site_address: "join(' ', PROPERTYHOUSENUM, PROPERTYADDRESS)",
      taxacres: 'LOTAREA/43560',
      sale_date: 'SALEDATE',
      sales_price: 'SALEPRICE',
      township: 'MUNIDESC',
    },
  },
  {
    county: 'Philadelphia OPA',
    columns: `objectid:row assessment_date:edit basements:letter beginning_point:legal book_and_page:doc building_code:code
      building_code_description:desc category_code:count category_code_description:desc census_tract:code central_air:flag
      cross_reference:blank date_exterior_condition:blank depth:floorarea exempt_building:zero exempt_land:zero
      exterior_condition:count fireplaces:count frontage:floorarea garage_spaces:count geographic_ward:code
      homestead_exemption:zero house_extension:blank house_number:no interior_condition:count location:site
      mailing_address_1:care mailing_address_2:blank mailing_care_of:blank mailing_city_state:citystate mailing_street:mail
      mailing_zip:zip market_value:value market_value_date:blank number_of_bathrooms:count number_of_bedrooms:count owner_1:owner
      owner_2:owner2 parcel_number:pin10 parcel_shape:letter quality_grade:letter recording_date:edit registry_number:doc
      sale_date:date sale_price:price sewer:blank site_type:blank state_code:here street_code:code street_designation:type
      street_direction:dir street_name:street suffix:blank taxable_building:value taxable_land:value topography:letter
      total_area:sqft total_livable_area:floorarea unit:unit utility:blank year_built:built zip_code:zip zoning:zone pin:num10`,
    expected: {
      pin: 'pin',
      name: 'owners(owner_1, owner_2)',
      add1: 'mailing_street',
      add2: "join(', ', mailing_care_of, mailing_address_1, mailing_address_2)",
      city: 'city(mailing_city_state)',
      state: 'state(mailing_city_state)',
      zip: 'mailing_zip',
      site_address: 'location',
      taxacres: 'total_area/43560',
      sale_date: 'sale_date',
      sales_price: 'sale_price',
      zoning: 'zoning',
    },
  },
  {
    county: 'Franklin, Ohio',
    columns: `OBJECTID:row PARCELID:pin LOWPARCELID:pin CNVYNAME:subdivision USEDSCRP:desc CLASSDSCRP:desc CLASSCD:code SITEADDRESS:site
      ZIPCD:zip OWNERNME1:owner OWNERNME2:owner2 MAILNME1:owner MAILNME2:blank PSTLADDRES1:mail PSTLADDRES2:blank
      PSTLCITYSTZIP:csz TOTVALUEBASE:value LNDVALUEBASE:value BLDVALUEBASE:value SALEDATE:ms SALEPRICE:price SCHLDSCRP:school
      CVTTXCD:district CVTTXDSCRP:town STATEDAREA:acres RESFLRAREA:floorarea RESYRBLT:built FLOORCOUNT:count ROOMS:count
      BEDRMS:count COND:letter GRADE:letter ANNUALTAX:value HOMESTEAD:flag NBRHDCD:code LASTUPDATE:editms AUDYEAR:taxyear
      TAXDESIGN:desc Shape.STArea():sqft`,
    expected: {
      pin: 'PARCELID',
      name: 'owners(OWNERNME1, OWNERNME2)',
      add1: 'PSTLADDRES1',
      add2: "join(', ', care(OWNERNME2), PSTLADDRES2)",
      city: 'city(PSTLCITYSTZIP)',
      state: 'state(PSTLCITYSTZIP)',
      zip: 'zip(PSTLCITYSTZIP)',
      site_address: 'SITEADDRESS',
      taxacres: 'STATEDAREA',
      sale_date: 'SALEDATE',
      sales_price: 'SALEPRICE',
      township: 'CVTTXDSCRP',
    },
  },
  {
    county: 'Cuyahoga, Ohio',
    columns: `OBJECTID:row PARCELPIN:pin10 PARCEL_YEAR:taxyear DEEDED_OWNER:owner DEEDED_OWNER2:owner2 GRANTOR:owner PAR_ADDR_ALL:site
      PAR_ADDR:no PAR_PREDIR:dir PAR_STREET:street PAR_SUFFIX:type PAR_UNIT:unit PAR_CITY:city PAR_ZIP:zip MAIL_NAME:owner
      MAIL_ADDR_STREET:mail MAIL_ADDR_SUITE:blank MAIL_CITY:city MAIL_STATE:state MAIL_ZIP:zip TRANSFER_DATE:date
      SALES_AMOUNT:price TAX_LUC:code TAX_LUC_DESCRIPTION:desc EXT_LUC:code TAX_DISTRICT:code SCHOOL_CODE:school
      TOTAL_ACREAGE:acres TOTAL_SQUARE_FT:sqft NEIGHBORHOOD_CODE:code ZONING_CODE:zone ZONING_USE:desc CERTIFIED_TAX_LAND:value
      CERTIFIED_TAX_BUILDING:value CERTIFIED_TAX_TOTAL:value GROSS_CERTIFIED_TOTAL:value TOTAL_RES_LIVE_AREA:floorarea
      CONDO_COMPLEX_ID:blank SUBDIVISION_NAME:subdivision`,
    expected: {
      pin: 'PARCELPIN',
      name: 'owners(DEEDED_OWNER, DEEDED_OWNER2)',
      add1: 'MAIL_ADDR_STREET',
      add2: 'care(DEEDED_OWNER2)',
      city: 'MAIL_CITY',
      state: 'MAIL_STATE',
      zip: 'MAIL_ZIP',
      site_address: 'PAR_ADDR_ALL',
      taxacres: 'TOTAL_ACREAGE',
      sale_date: 'TRANSFER_DATE',
      sales_price: 'SALES_AMOUNT',
      zoning: 'ZONING_CODE',
    },
    lostByCut: ['site_address'],
  },
  {
    county: 'Oakland, Michigan',
    columns: `OBJECTID:row KEYPIN:pin10 PIN:pin10 CVTTAXCODE:district CVTTAXDESCRIPTION:town CLASSCODE:code CLASSDESCRIPTION:desc
      SITEADDRESS:site SITECITY:city SITESTATE:here SITEZIP5:zip NAME1:owner NAME2:owner2 POSTALADDRESS:mail POSTALCITY:city
      POSTALSTATE:state POSTALZIP5:zip ASSESSEDVALUE:value TAXABLEVALUE:value LIVING_AREA_SQFT:floorarea NUM_BEDS:count
      NUM_BATHS:count STRUCTURE_DESC:desc UNIT_CODE:blank REVISIONDATE:edit SHAPE_Length:feet SHAPE_Area:sqft`,
    expected: {
      pin: 'PIN',
      name: 'owners(NAME1, NAME2)',
      add1: 'POSTALADDRESS',
      add2: 'care(NAME2)',
      city: 'POSTALCITY',
      state: 'POSTALSTATE',
      zip: 'POSTALZIP5',
      site_address: 'SITEADDRESS',
      township: 'CVTTAXDESCRIPTION',
    },
  },
  {
    county: 'a county of Michigan on BS&A',
    columns: `pnum:pin relatedpnum:parent propstreetcombined:site propcity:city propzip:zip ownername1:owner ownername2:owner2
      ownerstreet:mail ownercity:city ownerstate:state ownerzip:zip propclass:code schooldist:district assessedval:value
      sev:value taxable:value totalacres:acres lastsaledate:mdy lastsaleprice:pricetext liberpage:doc taxdesc:legal
      unit:district`,
    expected: {
      pin: 'pnum',
      name: 'owners(ownername1, ownername2)',
      add1: 'ownerstreet',
      add2: 'care(ownername2)',
      city: 'ownercity',
      state: 'ownerstate',
      zip: 'ownerzip',
      site_address: 'propstreetcombined',
      taxacres: 'totalacres',
      sale_date: 'lastsaledate',
      sales_price: 'lastsaleprice',
    },
  },
  {
    county: 'Cook, Illinois',
    columns: `OBJECTID:row POLYTYPE:count PIN10:pin10 PINA:part PINSA:part PINB:part PINP:part PINU:zero PARCELTYPE:count NOTES:note
      LASTDATE:edit MUNICIPALITY:town TAXCODE:code BLDGCLASS:code LANDVALUE:value BLDGVALUE:value TOTALVALUE:value BLDGSQFT:floorarea
      LANDSQFT:sqft ADDRESS:site CITY:city ZIPCODE:zip MULTIPIN:count ShapeSTArea:sqft ShapeSTLength:feet`,
    expected: { pin: 'PIN10', site_address: 'ADDRESS', taxacres: 'LANDSQFT/43560', township: 'MUNICIPALITY' },
  },
  {
    county: 'Indiana statewide',
    columns: `OBJECTID:row STATE_PARCEL_ID:pin PARCEL_ID:pin COUNTY_ID:part COUNTY_NAME:county PROP_ADD:site PROP_CITY:city PROP_ZIP:zip
      DLGF_PROP_CLASS_CODE:code DLGF_PROP_CLASS:desc TAX_CODE:code LATITUDE:lat LONGITUDE:lng DATE_UPDATED:edit SHAPE_Length:feet`,
    expected: { pin: 'PARCEL_ID', site_address: 'PROP_ADD' },
  },
  {
    county: 'Wisconsin statewide, version 10',
    columns: `OBJECTID:row STATEID:pin PARCELID:pin TAXPARCELID:oldpin PARCELDATE:edit TAXROLLYEAR:taxyear OWNERNME1:owner
      OWNERNME2:owner2 PSTLADRESS:mailwhole SITEADRESS:site ADDNUMPREFIX:blank ADDNUM:no ADDNUMSUFFIX:blank PREFIX:dir
      STREETNAME:street STREETTYPE:type SUFFIX:blank LANDMARKNAME:blank UNITTYPE:blank UNITID:unit PLACENAME:town ZIPCODE:zip
      ZIP4:zip4 STATE:here SCHOOLDIST:school SCHOOLDISTNO:code CNTASSDVALUE:value LNDVALUE:value IMPVALUE:value MFLVALUE:zero
      ESTFMKVALUE:value NETPRPTA:value GRSPRPTA:value PROPCLASS:code AUXCLASS:blank ASSDACRES:acres DEEDACRES:blank
      GISACRES:acres2 CONAME:county LOADDATE:edit PARCELFIPS:fips PARCELSRC:desc LONGITUDE:lng LATITUDE:lat Shape_Length:feet`,
    expected: {
      pin: 'PARCELID',
      name: 'owners(OWNERNME1, OWNERNME2)',
      add1: 'line1(PSTLADRESS)',
      add2: 'care(OWNERNME2)',
      city: 'city(PSTLADRESS)',
      state: 'state(PSTLADRESS)',
      zip: 'zip(PSTLADRESS)',
      site_address: 'SITEADRESS',
      taxacres: 'ASSDACRES',
      township: 'PLACENAME',
    },
  },
  {
    county: 'Hennepin, Minnesota',
    columns: `OBJECTID:row PID:num10 PID_TEXT:pin10 HOUSE_NO:no FRAC_HOUSE_NO:blank STREET_NM:streetline CONDO_NO:blank ZIP_CD:zip
      MAILING_MUNIC_CD:code MAILING_MUNIC_NM:city OWNER_NM:owner TAXPAYER_NM:owner TAXPAYER_NM_1:mail TAXPAYER_NM_2:csz
      TAXPAYER_NM_3:blank MUNIC_CD:code MUNIC_NM:town SCHOOL_DIST_NO:code WATERSHED_NO:code SEWER_DIST_NO:code PARCEL_AREA:sqft
      ADDITION_NO:code ADDITION_NM:subdivision LOT:part BLOCK:part METES_BNDS1:legal TORRENS_TYP:letter SALE_DATE:ym
      SALE_PRICE:price SALE_CODE:letter SALE_CODE_NAME:desc MKT_VAL_TOT:value LAND_MV1:value BLDG_MV1:value PR_TYP_NM1:desc
      HMSTD_CD1:letter NET_TAX_PD:value BUILD_YR:built LAT:lat LON:lng DATE_UPDATED:edit`,
    expected: {
      pin: 'PID',
      name: 'OWNER_NM',
      site_address: "join(' ', HOUSE_NO, STREET_NM)",
      taxacres: 'PARCEL_AREA/43560',
      sale_date: 'SALE_DATE',
      sales_price: 'SALE_PRICE',
      township: 'MUNIC_NM',
    },
  },
  {
    county: 'MetroGIS regional parcels (Ramsey, Dakota, Anoka …), Minnesota',
    columns: `OBJECTID:row COUNTY_ID:part PIN:pin CTU_ID_FIPS:code BLDG_NUM:no PREFIX_DIR:dir PREFIXTYPE:blank STREETNAME:street
      STREETTYPE:type SUFFIX_DIR:blank UNIT_INFO:unit CITY:town CITY_USPS:city ZIP:zip ZIP4:zip4 PLAT_NAME:subdivision BLOCK:part
      LOT:part ACRES_POLY:acres2 ACRES_DEED:acres USE1_DESC:desc USE2_DESC:blank MULTI_USES:flag LANDMARK:blank OWNER_NAME:owner
      OWNER_MORE:owner2 OWN_ADD_L1:mail OWN_ADD_L2:blank OWN_ADD_L3:csz TAX_NAME:owner TAX_ADD_L1:mail TAX_ADD_L2:blank
      TAX_ADD_L3:csz HOMESTEAD:flag EMV_LAND:value EMV_BLDG:value EMV_TOTAL:value TAX_CAPAC:value TOTAL_TAX:value SPEC_ASSES:zero
      TAX_EXEMPT:flag XUSE1_DESC:blank DWELL_TYPE:desc HOME_STYLE:desc FIN_SQ_FT:floorarea GARAGE:flag GARAGESQFT:floorarea
      BASEMENT:flag HEATING:desc COOLING:desc YEAR_BUILT:built NUM_UNITS:count SALE_DATE:date SALE_VALUE:price SCHOOL_DST:code
      WSHD_DIST:code GREEN_ACRE:flag OPEN_SPACE:flag AG_PRESERV:flag AGPRE_ENRD:blank AGPRE_EXPD:blank PARC_CODE:count`,
    expected: {
      pin: 'PIN',
      name: 'owners(OWNER_NAME, OWNER_MORE)',
      add1: 'line1(OWN_ADD_L1, OWN_ADD_L2, OWN_ADD_L3)',
      add2: "join(', ', care(OWNER_MORE), line2(OWN_ADD_L1, OWN_ADD_L2, OWN_ADD_L3))",
      city: 'city(OWN_ADD_L1, OWN_ADD_L2, OWN_ADD_L3)',
      state: 'state(OWN_ADD_L1, OWN_ADD_L2, OWN_ADD_L3)',
      zip: 'zip(OWN_ADD_L1, OWN_ADD_L2, OWN_ADD_L3)',
      site_address: "join(' ', BLDG_NUM, PREFIX_DIR, STREETNAME, STREETTYPE, UNIT_INFO)",
      taxacres: 'ACRES_DEED',
      sale_date: 'SALE_DATE',
      sales_price: 'SALE_VALUE',
    },
  },
  {
    county: 'Iowa statewide',
    columns: `FID:row COUNTYNAME:county STATEPARID:pin10 PARCELNUMB:pin PARCELCLAS:desc DEEDHOLDER:owner CONTRACTHO:blank
      created_us:editor created_da:edit last_edite:editor last_edi_1:edit GlobalID:uid Shape__Are:sqm Shape__Len:feet`,
    expected: { pin: 'PARCELNUMB', name: 'DEEDHOLDER' },
  },
  {
    county: 'Saint Louis, Missouri',
    columns: `OBJECTID:row LOCATOR:pin10 PARENT_LOC:parent PROP_ADD:site PROP_ADRNUM:no PROP_STREET:streetline PROP_ZIP:zip
      OWNER_NAME:owner OWN_ADD:mail OWN_CITY:city OWN_STATE:state OWN_ZIP:zip TAXYR:taxyear LIVUNIT:count RESQFT:floorarea
      LANDUSE2:desc TENURE:letter MUNICIPALITY:town MUNYCODE:code LOTDIMENSION:code ASRSUBCODE:code ASRSUBLOT:part PROPCLASS:code
      TOTASSMT:value TOTAPVAL:value ACRES:acres SCHSUB:code YEARBLT:built SHAPE_Length:feet`,
    expected: {
      pin: 'LOCATOR',
      name: 'OWNER_NAME',
      add1: 'OWN_ADD',
      city: 'OWN_CITY',
      state: 'OWN_STATE',
      zip: 'OWN_ZIP',
      site_address: 'PROP_ADD',
      taxacres: 'ACRES',
      township: 'MUNICIPALITY',
    },
  },
  {
    county: 'a county of North Dakota',
    columns: `OBJECTID:row PARCELNO:pin10 ParcelNum_Old:oldpin OwnerName:owner OwnerName2:owner2 MailAddress1:mail MailAddress2:mail2
      MailCity:city MailState:state MailZip:zip PropertyAddress:site LegalDescription:legal Section:part Township:survey Range:survey
      TownshipName:town Acres:acres CalcAcres:acres2 TaxDistrict:code SchoolDistrict:school TaxableValue:value TrueAndFull:value
      DeedDate:mdy LastUpdated:edit`,
    expected: {
      pin: 'PARCELNO',
      name: 'owners(OwnerName, OwnerName2)',
      add1: 'MailAddress1',
      add2: "join(', ', care(OwnerName2), MailAddress2)",
      city: 'MailCity',
      state: 'MailState',
      zip: 'MailZip',
      site_address: 'PropertyAddress',
      taxacres: 'Acres',
      township: 'TownshipName',
      sale_date: 'DeedDate',
    },
  },
];
